let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** The open modal dialogs, the topmost last. Everything outside the topmost one is inert. */
export function getOpenDialogs(): readonly HTMLDialogElement[] {
  return open;
}

/** Returns the function that unsubscribes. */
export function subscribeToOpenDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a dialog above all others. The page does not shift when its scrollbar disappears. */
export function showModal(dialog: HTMLDialogElement): void {
  const page = document.documentElement;
  page.style.scrollbarGutter = window.innerWidth > page.clientWidth ? "stable" : "";
  dialog.showModal();
  setOpen([...open, dialog]);
  updateKeyboardHeight();
  window.visualViewport?.addEventListener("resize", updateKeyboardHeight);
}

/** Call it when a dialog has closed or is removed. */
export function removeOpenDialog(dialog: HTMLDialogElement): void {
  if (!open.includes(dialog)) return;
  setOpen(open.filter((other) => other !== dialog));
  if (open.length > 0) return;
  document.documentElement.style.scrollbarGutter = "";
  window.visualViewport?.removeEventListener("resize", updateKeyboardHeight);
}

function setOpen(dialogs: readonly HTMLDialogElement[]) {
  open = dialogs;
  for (const listener of listeners) listener();
}

/** Sets `--keyboard-height` to what an on-screen keyboard covers of the page, and keeps the focused field visible. */
function updateKeyboardHeight() {
  const { visualViewport } = window;
  // While the user zooms, the viewport is smaller without a keyboard.
  const isZoomed = visualViewport?.scale !== 1;
  const covered = isZoomed ? 0 : window.innerHeight - visualViewport.height - visualViewport.offsetTop;
  const height = `${Math.max(0, Math.round(covered))}px`;
  document.documentElement.style.setProperty("--keyboard-height", height);
  if (covered > 0) document.activeElement?.scrollIntoView({ block: "nearest" });
}
