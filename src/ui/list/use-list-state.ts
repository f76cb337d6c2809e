import { useNavigate, useRouter } from "@tanstack/react-router";
import { startTransition, useOptimistic, useRef, type RefObject } from "react";
import { nextPaint } from "../next-paint.ts";
import { keysIn, listLimits, updateSearch, type ListSearch } from "./list-search.ts";

const noSelection: string[] = [];

/**
 * A list's state. It is stored in the URL only, so it survives a reload and can be shared. Typing and selecting replace
 * the history entry; sorting, filtering and clearing add one, so that Back undoes them.
 * @param search the route's search, validated by `listSearch`
 * @param searchInput gets the focus after `clear`, which removes its own button
 */
export function useListState(search: ListSearch, searchInput: RefObject<HTMLInputElement | null>) {
  const navigate = useNavigate();
  const router = useRouter();
  const { searchTerm = "", selected: urlSelected = noSelection, ...otherParams } = search;
  // Checkboxes change at once; the URL follows.
  const [selected, setOptimisticSelected] = useOptimistic(urlSelected);
  const lastSelected = useRef<string[]>(undefined);

  const replaceSearch = (change: Parameters<typeof updateSearch>[0]) =>
    navigate({ to: ".", search: updateSearch(change), replace: true, resetScroll: false });

  return {
    searchTerm,
    setSearchTerm: (text: string) => void replaceSearch({ searchTerm: text }),
    /** Hidden fields of the search form, so that it keeps them without JavaScript. */
    otherParams: Object.fromEntries(Object.entries(otherParams).filter(([, value]) => value !== undefined)),
    /** Removes the search term and all filters, but keeps the order and the columns. */
    clear() {
      const { sort: _sort, hidden: _hidden, ...cleared } = search;
      const change = Object.fromEntries(Object.keys(cleared).map((name) => [name, undefined]));
      void navigate({ to: ".", search: updateSearch(change), resetScroll: false });
      searchInput.current?.focus();
    },
    /** Keys of the columns that aren't shown. */
    hidden: keysIn(search.hidden),
    setHidden: (keys: string[]) => void replaceSearch({ hidden: keys.join(","), selected: urlSelected }),
    selected,
    setSelected(ids: string[]) {
      const next = ids.slice(0, listLimits.selected);
      const { href } = router.latestLocation;
      lastSelected.current = next;
      startTransition(async () => {
        setOptimisticSelected(next);
        await nextPaint();
        // Not after another selection or navigation, which may have begun before the paint.
        const isLatest = lastSelected.current === next && router.latestLocation.href === href;
        if (isLatest) await replaceSearch({ selected: next });
      });
    },
  };
}
