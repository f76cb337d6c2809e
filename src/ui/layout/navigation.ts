import type { LinkProps } from "@tanstack/react-router";
import type { ComponentType } from "react";

export type NavigationItem = {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  icon: ComponentType<{ className?: string }>;
  /** The item is not current on sub-paths. */
  exact?: boolean;
};

/** Navigation items. The heading is omitted if there is only one group. */
export type NavigationGroup = { heading?: string; items: NavigationItem[] };

/** When the link of an item is the current one: the page's parameters, for example its language, don't matter. */
export function activeOptions({ exact = false }: NavigationItem) {
  return { exact, includeSearch: false };
}
