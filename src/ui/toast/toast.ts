import type { ToastList } from "./toast-list.ts";

let page: ToastList | undefined;

/** Makes a list the one that toasts go to, as the page's Toaster does; returns how to end that. */
export function registerToastList(list: ToastList): () => void {
  page = list;
  return () => {
    if (page === list) page = undefined;
  };
}

/**
 * Says at the top of the page, in the browser, what came of something. Names in the text stand between `isolate()`.
 */
export const toast = {
  /** Stays 4 seconds; announced when there is a pause. */
  success(text: string): void {
    page?.add({ text });
  },
  /** Stays until it is dismissed; announced at once. */
  error(text: string): void {
    page?.add({ text, isError: true });
  },
};
