import { useHydrated, useRouterState } from "@tanstack/react-router";

/** A list as the user left it. */
export type PreviousList = { pathname: string; search: object };

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
