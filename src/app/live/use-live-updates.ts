import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Page } from "../page.ts";

/**
 * Keeps a signed-in user's page up to date with other people's changes (docs/decisions/0017). It starts when the page is
 * idle. Browsers without Web Locks get no live updates, because each tab would need a connection of its own.
 * In a demo nothing changes.
 */
export function useLiveUpdates({ user, demo }: Pick<Page, "user" | "demo">): void {
  const queryClient = useQueryClient();
  const isNeeded = user !== null && demo === null;

  useEffect(() => {
    if (!isNeeded || !("locks" in navigator)) return;
    const controller = new AbortController();
    const start = () => {
      if (controller.signal.aborted) return;
      // If the code can't be loaded, the page works without it.
      import("./live-updates.ts").then(
        ({ startLiveUpdates }) => startLiveUpdates(queryClient, controller.signal),
        () => undefined,
      );
    };
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 5_000 });
    else setTimeout(start, 1_000);
    return () => controller.abort();
  }, [isNeeded, queryClient]);
}
