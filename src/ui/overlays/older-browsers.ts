/** Places popovers where the browser has no anchor positioning, or Safari's, which is not used: see popover.css. */
export function supportOlderBrowsers(): void {
  if (CSS.supports("(position-area: block-end) and (not (-webkit-nbsp-mode: normal))")) return;
  document.addEventListener("beforetoggle", placePopover, true);
}

/** Places a popover below or above its anchor, where there is more space. */
function placePopover({ target: popover }: Event): void {
  if (!(popover instanceof HTMLElement) || !popover.matches(".popover, .tooltip")) return;
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
