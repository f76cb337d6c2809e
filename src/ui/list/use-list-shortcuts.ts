import { useEffect, useRef, type RefObject } from "react";
import { shortcutAction, type ListAction } from "./shortcut-action.ts";
import { useSingleKeyShortcuts } from "./single-key-shortcuts.ts";

export type ListShortcutsProps = {
  searchInput: RefObject<HTMLInputElement | null>;
  /** The element whose children are the rows. */
  rows: RefObject<HTMLElement | null>;
  /** Get the number of the row that has the focus. */
  onEdit: (row: number) => void;
  onDelete: (row: number) => void;
};

/**
 * The keys of a list: / searches, arrows move between rows, E and Delete are about the row that has the focus, ? shows
 * them. They leave alone whoever writes something, or has a dialog or a menu open.
 */
export function useListShortcuts({
  searchInput,
  rows,
  onEdit,
  onDelete,
  onHelp,
}: ListShortcutsProps & { onHelp: () => void }) {
  const hasSingleKeys = useSingleKeyShortcuts();

  function act(action: ListAction, target: Element): boolean {
    const all = [...(rows.current?.children ?? [])];
    const row = all.findIndex((each) => each.contains(target));
    if (isWriting(target)) return target === searchInput.current && action === "next" && focusRow(all[0]);
    if (action === "search" || action === "help") {
      if (!hasSingleKeys) return false;
      if (action === "help") onHelp();
      else focusText(searchInput.current);
      return true;
    }
    if (row < 0) return action === "next" && isNowhere(target) && focusRow(all[0]);
    if (action === "next") return focusRow(all[row + 1], target);
    if (action === "previous") return focusRow(all[row - 1], target);
    (action === "edit" ? onEdit : onDelete)(row);
    return true;
  }

  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target } = event;
      const action = shortcutAction(event);
      if (!action || event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      if (document.querySelector("dialog:modal") || target.closest("[popover]")) return;
      if (latest.current(action, target)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isWriting(target: Element): boolean {
  return target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
}

/** Neither a control nor a link has the focus: the page, or the heading that one came to. */
function isNowhere(target: Element): boolean {
  return target.matches("body, h1, main");
}

/** What is typed next replaces what was searched for. */
function focusText(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}

/** Puts the focus on a row: on its link, or on its box where one came from a box. */
function focusRow(row: Element | undefined, from?: Element): boolean {
  const box = from?.matches("input") && row?.querySelector<HTMLElement>("input");
  const target = box || row?.querySelector<HTMLElement>(".row-link");
  target?.focus();
  return target !== undefined && target !== null;
}
