import type { QueryClient } from "@tanstack/react-query";
import { promptReauth } from "#rpc/session-expiry.ts";
import { hasUnsavedChanges } from "#ui/form/unsaved-changes.ts";
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

  /** Leads to /login and back here. With unsaved changes, the user signs in again in place. */
  function reload() {
    if (signal.aborted) return;
    if (hasUnsavedChanges()) void promptReauth();
    else location.reload();
  }
}
