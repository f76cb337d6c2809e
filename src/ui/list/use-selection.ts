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
    const rangeStart = isRange ? lastToggled.current : undefined;
    lastToggled.current = key;
    const selected = selection?.selected ?? [];
    selection?.onChange(changeSelection({ shown, selected, key, isSelected, rangeStart }));
  }, []);

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || !selection?.selected.length) return;
    // An open dialog or popover handles Escape first.
    if (event.currentTarget.querySelector("dialog[open], :popover-open")) return;
    selection.onChange([]);
  }

  return { selected: new Set(selection?.selected), toggle, onKeyDown };
}

type SelectionChange = {
  /** The keys of the rows that are shown, from top to bottom. */
  shown: readonly string[];
  selected: readonly string[];
  key: string;
  isSelected: boolean;
  /** The other end of a range of rows, which change together. */
  rangeStart?: string | undefined;
};

/** The selected keys after a row, or a range of rows, was selected or deselected. */
export function changeSelection({ shown, selected, key, isSelected, rangeStart }: SelectionChange): string[] {
  const [start, end] = [shown.indexOf(rangeStart ?? key), shown.indexOf(key)].toSorted((a, b) => a - b);
  const changed = start === undefined || start < 0 ? [key] : shown.slice(start, end! + 1);
  return selectAll(changed, selected, isSelected);
}

/** The selected keys after all given keys were selected or deselected. */
export function selectAll(
  keys: readonly string[],
  selected: readonly string[],
  isSelected: boolean,
): string[] {
  return isSelected ? [...new Set([...selected, ...keys])] : selected.filter((key) => !keys.includes(key));
}
