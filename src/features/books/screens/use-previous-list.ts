import { useHydrated, useRouterState } from "@tanstack/react-router";
import type { BookListSearch } from "../search-params.ts";

/**
 * The search of the list that somebody came from, for the way back to it (decisions: "Where people land"). It lives in
 * the history's entry: pages pass it on with `state`. The server's page knows of none.
 */
export function usePreviousListSearch(): BookListSearch {
  const isHydrated = useHydrated();
  const before = useRouterState({ select: ({ location }) => location.state.bookList });
  return (isHydrated && before) || {};
}
