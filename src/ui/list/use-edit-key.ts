import { useShortcutKeys } from "./shortcut-keys.ts";
import { useSingleKeyShortcuts } from "./single-key-shortcuts.ts";

/**
 * Calls a function for the key E, unless a field has the focus, a dialog or menu is open, or single-key shortcuts are off.
 * On a record's page it opens the form, in a form it focuses the first field.
 */
export function useEditKey(onEdit: () => void): void {
  const hasSingleKeys = useSingleKeyShortcuts();
  useShortcutKeys((action, target) => {
    const isInField = target.closest("input, textarea, select, [contenteditable]") !== null;
    if (action !== "edit" || isInField || !hasSingleKeys) return false;
    onEdit();
    return true;
  });
}
