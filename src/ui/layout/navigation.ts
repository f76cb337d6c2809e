import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { GroupedCommand } from "../palette/palette.ts";

export type NavigationItem = {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** The item is not current on sub-paths. */
  exact?: boolean;
};

/** Navigation items. The heading is omitted if there is only one group. */
export type NavigationGroup = { heading?: string; items: NavigationItem[] };

/** Navigation items as commands of the palette. */
export function navigationCommands(group: string, items: NavigationItem[]): GroupedCommand[] {
  return items.map(({ to, label, icon }) => ({ id: to, group, label, icon, link: { to } }));
}

/** When the link of an item is the current one: the page's parameters, for example its language, don't matter. */
export function activeOptions({ exact = false }: NavigationItem) {
  return { exact, includeSearch: false };
}
