import { useRef, type ReactNode } from "react";
import { changeSelection } from "./row-selection.ts";

export type Selection = {
  /** Keys of rows, shown or not. */
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  /** What can be done with them: buttons. */
  actions: ReactNode;
};

/** How a person selects rows: one by one, a range with Shift, and none with Escape. */
export function useSelection(shown: readonly string[], selection: Selection | undefined) {
  const lastChanged = useRef<string>(undefined);

  function toggle(key: string, isSelected: boolean, isRange: boolean) {
    const from = isRange ? lastChanged.current : undefined;
    lastChanged.current = key;
    const selected = selection?.selected ?? [];
    selection?.onChange(changeSelection({ shown, selected, key, isSelected, from }));
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented || !selection?.selected.length) return;
    // Escape belongs to what lies above the list first.
    if (event.currentTarget.querySelector("dialog[open], :popover-open")) return;
    selection.onChange([]);
  }

  return { selected: new Set(selection?.selected), toggle, onKeyDown };
}
