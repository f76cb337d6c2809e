import type { NewToast, ToastList } from "./toast-list.ts";

let current: ToastList | undefined;

/** Sets the list that new toasts are added to. Returns the function that removes it. */
export function registerToastList(list: ToastList): () => void {
  current = list;
  return () => {
    if (current === list) current = undefined;
  };
}

/** Shows a message at the top of the page. Use `isolate()` for names in the text. */
export const toast = {
  /** Disappears after 4 seconds by default. */
  success(text: string, options?: Pick<NewToast, "action" | "durationMs">): void {
    current?.add({ text, ...options });
  },
  /** Stays until it is dismissed. @returns the function that dismisses it */
  error(text: string): () => void {
    const list = current;
    const id = list?.add({ text, isError: true });
    return () => id !== undefined && list?.dismiss(id);
  },
  dismissAll(): void {
    current?.dismissAll();
  },
};
