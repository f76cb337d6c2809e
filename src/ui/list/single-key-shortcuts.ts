import { useSyncExternalStore } from "react";

const storageKey = "single-keys";
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether shortcuts of a single character work everywhere: who speaks to the computer turns them off (WCAG 2.1.4). */
export function useSingleKeyShortcuts(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey) !== "off",
    () => true,
  );
}

/** Keeps in this browser whether they work. */
export function saveSingleKeyShortcuts(isAllowed: boolean): void {
  if (isAllowed) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
  for (const listener of listeners) listener();
}
