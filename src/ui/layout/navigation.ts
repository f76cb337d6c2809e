import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { GroupedCommand } from "../palette/palette.ts";

/** A place that an area leads to. */
export type NavigationItem = {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** Whether the item is current on its own path only, not on those beneath. */
  exact?: boolean;
};

/** Items under a heading, where there is more than one group. */
export type NavigationGroup = { heading?: string; items: NavigationItem[] };

/** The same places for the command palette, under one heading. */
export function navigationCommands(group: string, items: NavigationItem[]): GroupedCommand[] {
  return items.map(({ to, label, icon }) => ({ id: to, group, label, icon, link: { to } }));
}
