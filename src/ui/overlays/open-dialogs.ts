import { trackKeyboardHeight } from "./on-screen-keyboard.ts";

let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();
let stopFollowing: (() => void) | undefined;

/** The modal dialogs that are open, the topmost last: all that is outside of it is inert. */
export function getOpenDialogs(): readonly HTMLDialogElement[] {
  return open;
}

/** Calls back when a dialog opened or closed; returns how to end that. */
export function subscribeToOpenDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Before a dialog opens: the page behind it, which then doesn't scroll, keeps its scrollbar's place. */
export function reserveScrollbarGutter(): void {
  const page = document.documentElement;
  page.style.scrollbarGutter = window.innerWidth > page.clientWidth ? "stable" : "";
}

/** A dialog is open, on top of all others. */
export function addOpenDialog(dialog: HTMLDialogElement): void {
  stopFollowing ??= trackKeyboardHeight();
  change([...open.filter((other) => other !== dialog), dialog]);
}

/** A dialog closed, or left the page. */
export function removeOpenDialog(dialog: HTMLDialogElement): void {
  if (!open.includes(dialog)) return;
  change(open.filter((other) => other !== dialog));
  if (open.length > 0) return;
  document.documentElement.style.scrollbarGutter = "";
  stopFollowing?.();
  stopFollowing = undefined;
}

function change(dialogs: readonly HTMLDialogElement[]) {
  open = dialogs;
  for (const listener of listeners) listener();
}
