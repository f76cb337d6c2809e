import { useNavigate } from "@tanstack/react-router";
import { startTransition, useOptimistic, type RefObject } from "react";
import { updateSearch, listLimits, type ListSearch } from "./list-search.ts";

const none: string[] = [];

function keptBySearch({ searchTerm: _searchTerm, selected: _selected, ...rest }: ListSearch) {
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

/**
 * A list's state, which lives in the URL alone: it survives reloading, and can be sent to someone. What is typed and
 * selected replaces the entry in the history; what is chosen (an order, a filter, Clear) adds one, so that Back takes it
 * back.
 * @param search the route's, as `listSearch` made it
 * @param searchInput has the focus after `clear`, which takes its own button away
 */
export function useListState(search: ListSearch, searchInput: RefObject<HTMLInputElement | null>) {
  const navigate = useNavigate();
  // A box is ticked at once, the URL follows.
  const [selected, showSelected] = useOptimistic(search.selected ?? none);

  return {
    searchTerm: search.searchTerm ?? "",
    setSearchTerm(text: string) {
      void navigate({
        to: ".",
        search: updateSearch({ searchTerm: text }),
        replace: true,
        resetScroll: false,
      });
    },
    /** What of the URL a search leaves as it is. */
    otherParams: keptBySearch(search),
    /** Ends the search and every filter; the order stays. */
    clear() {
      const { sort: _sort, ...rest } = search;
      const change = Object.fromEntries(Object.keys(rest).map((name) => [name, undefined]));
      void navigate({ to: ".", search: updateSearch(change), resetScroll: false });
      searchInput.current?.focus();
    },
    selected,
    setSelected(ids: string[]) {
      const next = ids.slice(0, listLimits.selected);
      startTransition(async () => {
        showSelected(next);
        await navigate({
          to: ".",
          search: updateSearch({ selected: next }),
          replace: true,
          resetScroll: false,
        });
      });
    },
  };
}
