import { useMatch } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useRef } from "react";
import type { ListSearch } from "#ui/list/list-search.ts";
import type { PreviousList } from "./previous-list.ts";

/** The `state` of links from a list to pages that lead back to it. */
export type ListHistoryState = () => { list: PreviousList };

/** The path of the current list. */
export function useListPathname(): string {
  // The location's would change as soon as another page begins to load. An index route's ends with a slash, no URL does.
  return useMatch({ strict: false, select: (match) => match.pathname.replace(/\/$/, "") });
}

/**
 * The `state` of links from the current list to pages that lead back to it. The selection is left out. Links call it when
 * they are followed: all rows depend on it, and don't render again when the search changes.
 */
export function useListHistoryState(
  pathname: string,
  { selected: _selected, ...search }: ListSearch,
): ListHistoryState {
  const list = useRef<PreviousList>({ pathname, search });
  useLayoutEffect(() => {
    list.current = { pathname, search };
  });
  return useCallback(() => ({ list: list.current }), []);
}
