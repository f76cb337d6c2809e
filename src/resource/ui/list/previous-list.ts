import { useMemo } from "react";
import { useHydrated, useMatch, useRouterState } from "@tanstack/react-router";
import type { ListSearch } from "#ui/list/list-search.ts";

/** A list as the user left it. */
type PreviousList = { pathname: string; search: object };

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list from which the user came to a page. */
    list?: PreviousList;
  }
}

/** The `state` of links from the current list to pages that lead back to it. The selection is left out. */
export function useListHistoryState({ selected: _selected, ...search }: ListSearch): { list: PreviousList } {
  // The location's would change as soon as another page begins to load. An index route's ends with a slash, no URL does.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname.replace(/\/$/, "") });
  const key = JSON.stringify(search);
  // The same object until it changes, because all rows depend on it.
  return useMemo(() => ({ list: { pathname, search: JSON.parse(key) as object } }), [pathname, key]);
}

/**
 * The search of the list from which the user came to this page, for links back to it.
 * @param pathname the list's; the search of another list isn't used
 * @returns typed as `never` to fit every route
 */
export function usePreviousListSearch(pathname: string): never {
  const isHydrated = useHydrated();
  const list = useRouterState({ select: ({ location }) => location.state.list });
  return (isHydrated && list?.pathname === pathname ? list.search : {}) as never;
}
