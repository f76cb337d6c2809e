import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import { keysIn, listLimits, updateSearch, type ListSearch } from "./list-search.ts";

const noSelection: string[] = [];

/**
 * A list's state. It is stored in the URL only, so it survives a reload and can be shared. Typing and selecting replace
 * the history entry; sorting, filtering and clearing add one, so that Back undoes them.
 * @param search the route's search, validated by `listSearch`
 */
export function useListState(search: ListSearch) {
  const navigate = useNavigate();
  const { searchTerm = "", selected: urlSelected = noSelection, after: _after, ...otherParams } = search;
  // Checkboxes change at once; the URL follows when they are painted.
  const [{ selected, inUrl }, setState] = useState({ selected: urlSelected, inUrl: urlSelected });
  const settled = useDeferredValue(selected);
  const isOwn = urlSelected.join() === settled.join();
  if (inUrl !== urlSelected) setState({ selected: isOwn ? selected : urlSelected, inUrl: urlSelected });

  const replaceSearch = (change: Parameters<typeof updateSearch>[0]) =>
    navigate({ to: ".", search: updateSearch(change), replace: true, resetScroll: false });

  const writeSelected = useEffectEvent((keys: string[]) => {
    if (keys.join() !== urlSelected.join()) void replaceSearch({ selected: keys });
  });
  useEffect(() => writeSelected(settled), [settled]);

  return {
    searchTerm,
    setSearchTerm: (text: string) => void replaceSearch({ searchTerm: text }),
    /** Hidden fields of the search form, so that it keeps them without JavaScript. */
    otherParams: Object.fromEntries(Object.entries(otherParams).filter(([, value]) => value !== undefined)),
    /** Removes the search term and all filters, but keeps the order and the columns. */
    async clear() {
      const { sort: _sort, hidden: _hidden, ...cleared } = search;
      const change = Object.fromEntries(Object.keys(cleared).map((name) => [name, undefined]));
      await navigate({ to: ".", search: updateSearch(change), resetScroll: false });
    },
    /** Keys of the columns that aren't shown. */
    hidden: keysIn(search.hidden),
    setHidden: (keys: string[]) => void replaceSearch({ hidden: keys.join(","), selected: urlSelected }),
    selected,
    setSelected(keys: string[]) {
      setState({ selected: keys.slice(0, listLimits.selected), inUrl: urlSelected });
    },
  };
}
