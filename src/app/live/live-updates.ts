import type { QueryClient } from "@tanstack/react-query";
import { createRefetcher } from "./refetch-changes.ts";
import { listenForChanges } from "./shared-stream.ts";

/** After a sign-out, the page needs this long to navigate to /login by itself. */
const reloadDelayMs = 3_000;

/** Refetches what others change, and reloads the page when the session ends, until `signal` aborts. */
export function startLiveUpdates(queryClient: QueryClient, signal: AbortSignal): void {
  if (signal.aborted) return;
  listenForChanges({
    onChange: createRefetcher(queryClient, signal),
    onSessionEnd: () => setTimeout(reload, reloadDelayMs),
    signal,
  });

  /** Leads to /login and back here. With unsaved changes, the user signs in again when they save. */
  function reload() {
    if (!signal.aborted && !hasUnsavedChanges()) location.reload();
  }
}

/** Forms with unsaved changes cancel this event. */
function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
