import { useHydrated, useRouterState } from "@tanstack/react-router";
import type { BookListSearch } from "../search-params.ts";

/** The search of the list that the user came from, for links back to it. The history state holds it. */
export function usePreviousListSearch(): BookListSearch {
  const isHydrated = useHydrated();
  const previous = useRouterState({ select: ({ location }) => location.state.bookList });
  return (isHydrated && previous) || {};
}
