import { useEffect } from "react";
import type { Page } from "#app/page.ts";

/** What one tab tells the others of the same browser. */
type News = "signed in" | "signed out";

/**
 * Tabs of one browser share a session: who signs out in one sees nothing personal in the others either, and who signs in
 * goes on in all of them. A session that merely ended is no sign-out: what somebody typed in another tab stays there.
 */
export function useFollowSession({ user, flash }: Pick<Page, "user" | "flash">): void {
  const isSignedIn = user !== null;
  const hasSignedOut = flash.signedOut === true;

  useEffect(() => {
    const channel = new BroadcastChannel("session");
    channel.addEventListener("message", ({ data: news }: MessageEvent<News>) => {
      if (news === "signed out" && isSignedIn) location.assign("/login");
      if (news === "signed in" && !isSignedIn) location.reload();
    });
    if (isSignedIn) channel.postMessage("signed in" satisfies News);
    else if (hasSignedOut) channel.postMessage("signed out" satisfies News);
    return () => channel.close();
  }, [isSignedIn, hasSignedOut]);
}
