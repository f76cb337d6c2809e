import { useSyncExternalStore } from "react";

/** How many parts of screens the user waits for. */
let count = 0;
const listeners = new Set<() => void>();

function add(change: 1 | -1): void {
  count += change;
  listeners.forEach((listener) => listener());
}

/** Loads a part of a screen that the user asked for, for example a dialog. The progress line is shown meanwhile. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  add(1);
  try {
    return await load();
  } finally {
    add(-1);
  }
}

/** Whether the user waits for a part of a screen. */
export function useIsPartLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count > 0,
    () => false,
  );
}
