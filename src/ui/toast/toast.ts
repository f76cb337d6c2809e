import type { ReactNode } from "react";

export type NewToast = {
  text: string;
  /** Errors stay until they are dismissed. */
  isError?: boolean;
  /** Shown beside the text. It gets the function that dismisses the toast. */
  action?: (dismiss: () => void) => ReactNode;
  /** 4 seconds by default. `Infinity`: until it is dismissed. */
  durationMs?: number;
};

export type Toast = NewToast & { id: number };

let nextId = 0;

export function createToast(toast: NewToast): Toast {
  return { ...toast, id: nextId++ };
}

type SetToasts = (change: (toasts: readonly Toast[]) => readonly Toast[]) => void;

/** Of the page's toaster. */
let setToasts: SetToasts | undefined;

/** Sets the toaster that shows new toasts. Returns the function that removes it. */
export function registerToaster(setter: SetToasts): () => void {
  setToasts = setter;
  return () => {
    if (setToasts === setter) setToasts = undefined;
  };
}

/** One with the same text and no action is replaced, so that the text is announced again. */
function add(newToast: NewToast): () => void {
  const added = createToast(newToast);
  const isRepeated = ({ text, isError, action }: Toast) =>
    text === added.text && isError === added.isError && !action;
  setToasts?.((toasts) => [added, ...toasts.filter((other) => !isRepeated(other))]);
  return () => setToasts?.((toasts) => toasts.filter((other) => other !== added));
}

/** Shows a message at the top of the page. Use `isolate()` for names in the text. */
export const toast = {
  /** Disappears after 4 seconds by default. @returns the function that dismisses it */
  success: (text: string, options?: Pick<NewToast, "action" | "durationMs">): (() => void) =>
    add({ text, ...options }),
  /** Stays until it is dismissed. @returns the function that dismisses it */
  error: (text: string): (() => void) => add({ text, isError: true }),
  dismissAll: (): void => setToasts?.(() => []),
};
