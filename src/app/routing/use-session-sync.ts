import { useEffect } from "react";
import type { Page } from "../page.ts";

/** What a tab sends to the other tabs of the browser. */
type SessionMessage = "signed in" | "signed out";

/**
 * Keeps the tabs of a browser at the same session: signing out in one leads all to /login, and signing in continues in
 * all. An expired session changes no other tab, so that nothing typed there is lost.
 */
export function useSessionSync({ user, flash }: Pick<Page, "user" | "flash">): void {
  const isSignedIn = user !== null;
  const hasSignedOut = flash.signedOut === true;

  useEffect(() => {
    const channel = new BroadcastChannel("session");
    channel.addEventListener("message", ({ data: message }: MessageEvent<SessionMessage>) => {
      if (message === "signed out" && isSignedIn) location.assign("/login");
      if (message === "signed in" && !isSignedIn) location.reload();
    });
    if (isSignedIn) channel.postMessage("signed in" satisfies SessionMessage);
    else if (hasSignedOut) channel.postMessage("signed out" satisfies SessionMessage);
    return () => channel.close();
  }, [isSignedIn, hasSignedOut]);
}
