import { useEffect, useState, type RefObject } from "react";

type FocusTargets = {
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
    const row = index < 0 ? null : (rowsRef.current?.children[index] ?? rowsRef.current?.lastElementChild);
    (row?.querySelector<HTMLElement>("a") ?? countLine.current ?? searchInput?.current)?.focus();
    setIndex(undefined);
  }, [isReady, index, rowsRef, countLine, searchInput]);
  return setIndex;
}
