import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { mainId } from "../layout/skip-link.tsx";

/** How long "Try again" shows that it works before data is fetched again, in milliseconds (specification, section 9). */
const retryDelay = 600;

/** Kept outside the error's page, which the router makes anew several times while it fetches. */
let isRetrying = false;
const watchers = new Set<() => void>();

function setRetrying(value: boolean) {
  isRetrying = value;
  for (const tell of watchers) tell();
}

function watch(tell: () => void) {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}

/** Fetches the data of the routes again, and with it shows the page again that failed. */
export function useRetry() {
  const router = useRouter();
  return {
    isRetrying: useSyncExternalStore(
      watch,
      () => isRetrying,
      () => false,
    ),
    retry: () => {
      setRetrying(true);
      const { href } = router.state.location;
      setTimeout(() => void fetchAgain(router, href), retryDelay);
    },
  };
}

/** Does nothing where someone has gone to another page than `href` in the meantime. */
async function fetchAgain(router: AnyRouter, href: string) {
  const isStillHere = () => router.state.location.href === href;
  try {
    if (isStillHere()) await router.invalidate();
  } finally {
    setRetrying(false);
    if (isStillHere()) focusHeading();
  }
}

/** The button that was pressed is gone, or has failed once more: reading goes on at what came (WCAG 2.4.3). */
function focusHeading() {
  const main = document.getElementById(mainId);
  if (document.activeElement !== document.body && !main?.contains(document.activeElement)) return;
  (main?.querySelector<HTMLElement>("h1[tabindex]") ?? main)?.focus({ preventScroll: true });
}
