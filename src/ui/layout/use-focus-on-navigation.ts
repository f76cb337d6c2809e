import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * After someone went to another screen, puts the focus on its heading, so that a screen reader begins there and the
 * keyboard goes on from there (WCAG 2.4.3). The first page and changes of the search alone leave the focus alone, and so
 * does a screen that took it for a field of its own.
 */
export function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusHeading();
      }),
    [router],
  );
}

function focusHeading(): void {
  const main = document.querySelector("main");
  const heading = main?.querySelector<HTMLElement>("h1");
  if (!heading || main?.querySelector(":focus[autofocus], :is(input, textarea, select):focus")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
