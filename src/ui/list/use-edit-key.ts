import { useEffect, useEffectEvent } from "react";
import { useSingleKeyShortcuts } from "./single-key-shortcuts.ts";
import { shortcutAction } from "./use-list-shortcuts.ts";

/**
 * Calls a function for the key E, unless a field has the focus, a dialog or menu is open, or single-key shortcuts are off.
 * On a record's page it opens the form, in a form it focuses the first field.
 */
export function useEditKey(onEdit: () => void): void {
  const hasSingleKeys = useSingleKeyShortcuts();

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!hasSingleKeys || event.defaultPrevented || event.isComposing) return;
    if (shortcutAction(event) !== "edit" || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, [contenteditable], [popover]")) return;
    if (document.querySelector("dialog:modal")) return;
    event.preventDefault();
    onEdit();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
