import { useSyncExternalStore } from "react";

const storageKey = "single-keys";
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether single-key shortcuts are on. Users of speech input can turn them off (WCAG 2.1.4). */
export function useSingleKeyShortcuts(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey) !== "off",
    () => true,
  );
}

/** Stores the setting in this browser. */
export function saveSingleKeyShortcuts(areOn: boolean): void {
  if (areOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
  for (const listener of listeners) listener();
}
