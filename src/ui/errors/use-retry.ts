import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { mainId } from "../layout/skip-link.tsx";

/** How long "Try again" is busy before it fetches (specification, section 9). */
const retryDelayMs = 600;

/** In the module, because the router remounts the error page while it fetches. */
let isRetrying = false;
const listeners = new Set<() => void>();

function setRetrying(value: boolean) {
  isRetrying = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reloads the data of the routes, and with it the failed page. */
export function useRetry() {
  const router = useRouter();
  return {
    isRetrying: useSyncExternalStore(
      subscribe,
      () => isRetrying,
      () => false,
    ),
    retry: () => {
      setRetrying(true);
      const { href } = router.state.location;
      setTimeout(() => void reload(router, href), retryDelayMs);
    },
  };
}

/** Does nothing if the user has left the page `href`. */
async function reload(router: AnyRouter, href: string) {
  const isSamePage = () => router.state.location.href === href;
  try {
    if (isSamePage()) await router.invalidate();
  } finally {
    setRetrying(false);
    if (isSamePage()) focusHeading();
  }
}

/** Moves the focus to the heading if the focused button has disappeared or failed again (WCAG 2.4.3). */
function focusHeading() {
  const main = document.getElementById(mainId);
  if (document.activeElement !== document.body && !main?.contains(document.activeElement)) return;
  (main?.querySelector<HTMLElement>("h1[tabindex]") ?? main)?.focus({ preventScroll: true });
}
