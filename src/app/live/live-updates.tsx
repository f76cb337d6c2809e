import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { whenIdle } from "#lib/when-idle.ts";
import { LivePausedNotice } from "#ui/live-paused-notice.tsx";
import type { Page } from "../page/page.ts";

/**
 * Keeps a signed-in user's page up to date with other people's changes (docs/decisions/0017), and says when they don't
 * reach it. It starts when the page is idle. Browsers without Web Locks get no live updates, because each tab would need a
 * connection of its own.
 */
export function LiveUpdates({ page }: { page: Page }) {
  const queryClient = useQueryClient();
  const [isPaused, setPaused] = useState(false);
  const isNeeded =
    page.demo === null && // optional: demo
    page.user !== null;

  useEffect(() => {
    if (!isNeeded || !("locks" in navigator)) return;
    const controller = new AbortController();
    const cancel = whenIdle(() => {
      // If the code can't be loaded, the page works without it.
      import("./refetch-changes.ts").then(
        ({ startLiveUpdates }) => startLiveUpdates(queryClient, setPaused, controller.signal),
        () => undefined,
      );
    });
    return () => {
      cancel();
      controller.abort();
      setPaused(false);
    };
  }, [isNeeded, queryClient]);
  return isPaused && <LivePausedNotice />;
}
