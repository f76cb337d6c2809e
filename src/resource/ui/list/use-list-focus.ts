import { useEffect, useState, type RefObject } from "react";
import { lastRow, rowAt } from "#ui/list/rows.ts";

export type FocusTargets = {
  /** The element whose children are the rows. */
  rowsRef: RefObject<HTMLElement | null>;
  countLine: RefObject<HTMLElement | null>;
  searchInput?: RefObject<HTMLElement | null>;
};

/**
 * Keeps the focus in a list when the button that had it disappears (WCAG 2.4.3).
 * @param isReady whether the button has disappeared and the rows are shown
 * @returns a function that focuses the row at an index as soon as the list is ready, or else the count line or the search
 * input
 */
export function useListFocus(isReady: boolean, { rowsRef, countLine, searchInput }: FocusTargets) {
  const [index, setIndex] = useState<number>();
  useEffect(() => {
    if (!isReady || index === undefined) return;
    setIndex(undefined);
    // After the effect: the row may have to be rendered first.
    queueMicrotask(() => focusTarget(index, { rowsRef, countLine, searchInput })?.focus());
  }, [isReady, index, rowsRef, countLine, searchInput]);
  return setIndex;
}

/** What takes the focus: the row at an index, or the last one; with -1 and in an empty list the count line or the search input. */
export function focusTarget(index: number, { rowsRef, countLine, searchInput }: FocusTargets) {
  const rows = rowsRef.current;
  const row = index < 0 ? undefined : (rowAt(rows, index) ?? lastRow(rows));
  return row?.querySelector<HTMLElement>("a") ?? countLine.current ?? searchInput?.current;
}
