import type { QueryClient } from "@tanstack/react-query";
import { createRenewal } from "./renew.ts";
import { listenTogether } from "./tabs.ts";

/** Enough for a page that somebody signs out on to be another one by then, in milliseconds. */
const leaveTime = 3_000;

/** Asks again for what others have changed, and leaves when the session is over; until `signal`. */
export function followChanges(queryClient: QueryClient, signal: AbortSignal): void {
  if (signal.aborted) return;
  const renew = createRenewal(queryClient, signal);
  listenTogether({ onChange: renew, onEnd: () => setTimeout(leave, leaveTime), signal });

  /** To the login page, which leads back here. What somebody typed stays: they are asked when they save it. */
  function leave() {
    if (!signal.aborted && !hasUnsaved()) location.reload();
  }
}

/** Asks what the browser asks before a page is left. */
function hasUnsaved(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
