import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { readStored, store } from "#lib/browser-storage.ts";

export type ShortcutAction = "search" | "next" | "previous" | "edit" | "delete" | "help";

const actionByKey: Record<string, ShortcutAction> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Delete: "delete",
  "/": "search",
  "?": "help",
  e: "edit",
};

/** Keyboard layouts of other scripts: letters and symbols are recognized by their position. */
const keyByCode: Record<string, string> = { Slash: "/", "Shift+Slash": "?", KeyE: "e" };

type KeyEvent = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The list action of a key, if it has one. */
export function shortcutAction(event: KeyEvent): ShortcutAction | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey) return undefined;
  const isOtherScript = [...key].length === 1 && !/^[\x20-\x7e]$/.test(key);
  const name = isOtherScript ? keyByCode[shiftKey ? `Shift+${code}` : code] : key.toLowerCase();
  // Shift and an arrow key select text. Some layouts need Shift for / and ?.
  if (shiftKey && name !== "/" && name !== "?") return undefined;
  return actionByKey[name ?? ""] ?? actionByKey[key];
}

/**
 * Handles the keys of actions, unless a dialog or menu is open.
 * @param perform returns whether the action applies to the focused element
 */
export function useShortcutKeys(perform: (action: ShortcutAction, target: Element) => boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const action = shortcutAction(event);
    if (!action || event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
    if (document.querySelector("dialog:modal") || target.closest("[popover]")) return;
    if (perform(action, target)) event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

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

const storageKey = "single-keys";
const settingChange = new EventTarget();

function subscribe(listener: () => void) {
  settingChange.addEventListener("change", listener);
  return () => settingChange.removeEventListener("change", listener);
}

/** Whether single-key shortcuts are on. Users of speech input can turn them off (WCAG 2.1.4). */
export function useSingleKeyShortcuts(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readStored(storageKey) !== "off",
    () => true,
  );
}

/** Stores the setting in this browser. */
export function saveSingleKeyShortcuts(areOn: boolean): void {
  store(storageKey, areOn ? null : "off");
  settingChange.dispatchEvent(new Event("change"));
}
