/** Moves the focus to the heading after navigation (WCAG 2.4.3), unless the new screen has focused a field itself. */
export function focusHeading(): void {
  const main = document.querySelector("main");
  const heading = main?.querySelector<HTMLElement>("h1");
  if (!heading || main?.querySelector(":focus[autofocus], :is(input, textarea, select):focus")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
