import { useHydrated, useRouter, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";

/** A list as the user left it. */
type PreviousList = { pathname: string; search: object };

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list from which the user came to a page. */
    list?: PreviousList;
  }
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

/** The `state` of links from the current list to pages that lead back to it, which is read when they are followed. */
export function useListHistoryState() {
  const router = useRouter();
  return useCallback(() => {
    // Not the location's, which changes as soon as another page begins to load.
    const { pathname, search } = router.state.matches.at(-1) ?? { pathname: "", search: {} };
    // Without the selection. An index route's path ends with a slash.
    return { list: { pathname: pathname.replace(/\/$/, ""), search: { ...search, selected: undefined } } };
  }, [router]);
}
