import { lacksAnchors, lacksClosedBy, lacksCommands } from "./missing-features.ts";

/* Replaces the features that overlays use and this browser lacks. `hydrate.tsx` loads it only where there are any. */

/** Adds the missing features to the page. */
export function supportOlderBrowsers(): void {
  if (lacksAnchors) document.addEventListener("beforetoggle", placePopover, true);
  // On the window: after React's own listeners.
  if (lacksCommands) window.addEventListener("click", runCommand);
  if (lacksClosedBy) document.addEventListener("pointerdown", closeOnClickBeside, true);
}

/** Places a popover below or above its anchor, where there is more space. */
function placePopover({ target: popover }: Event): void {
  if (!(popover instanceof HTMLElement) || !popover.matches(".popover, .date-popover, .tooltip")) return;
  const trigger = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  const anchor = (trigger ?? popover.previousElementSibling)?.getBoundingClientRect();
  if (!anchor) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const [above, below] = [anchor.top, clientHeight - anchor.bottom];
  const [onLeft, onRight] = [anchor.right, clientWidth - anchor.left];
  Object.assign(popover.style, {
    top: below < above ? "auto" : `${anchor.bottom}px`,
    bottom: below < above ? `${clientHeight - anchor.top}px` : "auto",
    left: onRight < onLeft ? "auto" : `${anchor.left}px`,
    right: onRight < onLeft ? `${clientWidth - anchor.right}px` : "auto",
    maxHeight: `${Math.max(above, below) - 8}px`,
  });
}

/** Runs the command of a button for a dialog. */
function runCommand(event: MouseEvent): void {
  const button = (event.target as Element).closest("button[commandfor]");
  const dialog = document.getElementById(button?.getAttribute("commandfor") ?? "");
  if (!(dialog instanceof HTMLDialogElement) || event.defaultPrevented) return;
  event.preventDefault();
  if (button?.getAttribute("command") === "show-modal") dialog.showModal();
  else if (dialog.open) dialog.close();
  // It was opened before this code was loaded.
  else dialog.hidePopover();
}

/** Asks a modal dialog to close if the mouse is pressed and released beside it. */
function closeOnClickBeside(press: PointerEvent): void {
  const dialog = press.target;
  if (!(dialog instanceof HTMLDialogElement) || !dialog.matches(":modal") || !isBeside(press, dialog)) return;
  const close = (click: MouseEvent) => {
    if (!isBeside(click, dialog)) return;
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
  };
  dialog.addEventListener("click", close, { once: true });
}

/** Whether an event is on a dialog's backdrop. */
function isBeside({ target, clientX, clientY }: MouseEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
