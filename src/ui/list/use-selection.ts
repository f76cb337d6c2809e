import { useCallback, useLayoutEffect, useRef, type ReactNode } from "react";

export type Selection = {
  /** Keys of rows. They may include rows that are not shown. */
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** Bulk actions: buttons. */
  actions: ReactNode;
};

/** Selects rows one by one or as a range (Shift), and clears the selection (Escape). */
export function useSelection(shown: readonly string[], selection: Selection | undefined) {
  const lastToggled = useRef<string>(undefined);
  const latest = useRef({ shown, selection });
  useLayoutEffect(() => {
    latest.current = { shown, selection };
  });

  // The same function in each render, so that the rows need not render again.
  const toggle = useCallback((key: string, isSelected: boolean, isRange: boolean) => {
    const { shown, selection } = latest.current;
    const start = (isRange && lastToggled.current) || key;
    lastToggled.current = key;
    selection?.onChange(selectAll(keysBetween(shown, start, key), selection.selected, isSelected));
  }, []);

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || !selection?.selected.length) return;
    // An open dialog or popover handles Escape first.
    if (event.currentTarget.querySelector("dialog[open], :popover-open")) return;
    selection.onChange([]);
  }

  return { selected: new Set(selection?.selected), toggle, onKeyDown };
}

/** The keys of the rows between two rows, and of both. Only `end` if `start` isn't shown any more. */
export function keysBetween(shown: readonly string[], start: string, end: string): readonly string[] {
  const [first, last] = [shown.indexOf(start), shown.indexOf(end)].toSorted((a, b) => a - b);
  return first === undefined || first < 0 ? [end] : shown.slice(first, last! + 1);
}

/** The selected keys after all given keys were selected or deselected. */
export function selectAll(
  keys: readonly string[],
  selected: readonly string[],
  isSelected: boolean,
): string[] {
  return isSelected ? [...new Set([...selected, ...keys])] : selected.filter((key) => !keys.includes(key));
}
