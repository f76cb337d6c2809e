import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Moves the focus to the heading after navigation to another path (WCAG 2.4.3). */
export function useHeadingFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // Not in this task: it needs a layout of the new page.
        if (fromLocation && pathChanged) requestAnimationFrame(focusHeading);
      }),
    [router],
  );
}

/** Moves the focus to the heading, unless the screen has focused a field itself. */
export function focusHeading(): void {
  const main = document.querySelector("main");
  const heading = main?.querySelector<HTMLElement>("h1");
  if (!heading || main?.querySelector(":focus[autofocus], :is(input, textarea, select):focus")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
