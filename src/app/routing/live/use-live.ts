import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Page } from "#app/page.ts";

/**
 * Keeps what is shown up to date with what others change, for who is signed in. It begins when the page has nothing else to
 * do. Where a browser can't see to it that its tabs share one stream, it is left out.
 */
export function useLive({ user }: Pick<Page, "user">): void {
  const queryClient = useQueryClient();
  const isSignedIn = user !== null;

  useEffect(() => {
    if (!isSignedIn || !("locks" in navigator)) return;
    const leaving = new AbortController();
    const begin = () => {
      if (leaving.signal.aborted) return;
      // Without it, the page works as it did.
      import("./follow-changes.ts").then(
        ({ followChanges }) => followChanges(queryClient, leaving.signal),
        () => undefined,
      );
    };
    if ("requestIdleCallback" in window) requestIdleCallback(begin, { timeout: 5_000 });
    else setTimeout(begin, 1_000);
    return () => leaving.abort();
  }, [isSignedIn, queryClient]);
}
