import type { RefObject } from "react";
import { rowAt, rowIndexOf } from "./rows.ts";
import { useShortcutKeys, useSingleKeyShortcuts } from "./shortcut-keys.ts";

export type ListShortcutsProps = {
  searchInput: RefObject<HTMLInputElement | null>;
  /** The element whose children are the rows. */
  rows: RefObject<HTMLElement | null>;
  /** Called with the index of the focused row. */
  onEdit: (row: number) => void;
  onDelete: (row: number) => void;
};

/**
 * The keyboard shortcuts of a list: / searches, the arrow keys move between rows, E and Delete act on the focused row,
 * ? shows the shortcuts. They are ignored while the user types, and while a dialog or menu is open.
 */
export function useListShortcuts({
  searchInput,
  rows,
  onEdit,
  onDelete,
  onHelp,
}: ListShortcutsProps & { onHelp: () => void }) {
  const hasSingleKeys = useSingleKeyShortcuts();

  useShortcutKeys((action, target) => {
    const row = rowIndexOf(rows.current, target);
    const focus = (index: number, from?: Element) => focusRow(rowAt(rows.current, index), from);
    if (isTextInput(target)) {
      return target === searchInput.current && action === "next" && focus(0);
    }
    if (action === "search" || action === "help") {
      if (!hasSingleKeys) return false;
      if (action === "help") onHelp();
      else focusAndSelect(searchInput.current);
      return true;
    }
    if (row < 0) return action === "next" && isPageItself(target) && focus(0);
    if (action === "next") return focus(row + 1, target);
    if (action === "previous") return focus(row - 1, target);
    (action === "edit" ? onEdit : onDelete)(row);
    return true;
  });
}

function isTextInput(target: Element): boolean {
  return target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

/** No control has the focus, only the page or its heading. */
function isPageItself(target: Element): boolean {
  return target.matches("body, h1, main");
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** Focuses the row's link, or its checkbox if the focus is on a checkbox. */
function focusRow(row: Element | undefined, from?: Element): boolean {
  const checkbox = from?.matches("input") && row?.querySelector<HTMLElement>("input");
  const target = checkbox || row?.querySelector<HTMLElement>(".row-link");
  target?.focus();
  return target !== undefined && target !== null;
}
