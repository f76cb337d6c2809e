let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();
let stopTracking: (() => void) | undefined;

/** The open modal dialogs, the topmost last. Everything outside the topmost one is inert. */
export function getOpenDialogs(): readonly HTMLDialogElement[] {
  return open;
}

/** Returns the function that unsubscribes. */
export function subscribeToOpenDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call it before a dialog opens: the page does not shift when its scrollbar disappears. */
export function reserveScrollbarGutter(): void {
  const page = document.documentElement;
  page.style.scrollbarGutter = window.innerWidth > page.clientWidth ? "stable" : "";
}

/** Call it when a dialog has opened. It is now the topmost. */
export function addOpenDialog(dialog: HTMLDialogElement): void {
  stopTracking ??= trackKeyboardHeight();
  setOpen([...open.filter((other) => other !== dialog), dialog]);
}

/** Call it when a dialog has closed or is removed. */
export function removeOpenDialog(dialog: HTMLDialogElement): void {
  if (!open.includes(dialog)) return;
  setOpen(open.filter((other) => other !== dialog));
  if (open.length > 0) return;
  document.documentElement.style.scrollbarGutter = "";
  stopTracking?.();
  stopTracking = undefined;
}

function setOpen(dialogs: readonly HTMLDialogElement[]) {
  open = dialogs;
  for (const listener of listeners) listener();
}

/**
 * Sets `--keyboard-height` to the height of the page that an on-screen keyboard covers, and keeps the focused field
 * visible. Returns the function that stops it.
 */
function trackKeyboardHeight(): () => void {
  const { visualViewport } = window;
  const page = document.documentElement;

  function update() {
    // While the user zooms, the viewport is smaller without a keyboard.
    const isZoomed = visualViewport?.scale !== 1;
    const covered = isZoomed ? 0 : window.innerHeight - visualViewport.height - visualViewport.offsetTop;
    page.style.setProperty("--keyboard-height", `${Math.max(0, Math.round(covered))}px`);
    if (covered > 0) document.activeElement?.scrollIntoView({ block: "nearest" });
  }

  update();
  visualViewport?.addEventListener("resize", update);
  return () => {
    visualViewport?.removeEventListener("resize", update);
    page.style.removeProperty("--keyboard-height");
  };
}
