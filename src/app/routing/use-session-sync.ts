import { useEffect } from "react";
import type { Page } from "../page/page.ts";

/** What a tab sends to the other tabs of the browser: the id of the user who is signed in, or that they signed out. */
export type SessionMessage = { userId: string } | "signed out";

/**
 * Keeps the tabs of a browser at the same session: signing out in one leads all to /login, and signing in continues in
 * all. An expired session changes no other tab, so that nothing typed there is lost (sign-in-again.tsx).
 */
export function useSessionSync({ user, flash }: Pick<Page, "user" | "flash">): void {
  const userId = user?.id;
  const hasSignedOut = flash.signedOut === true;

  useEffect(() => {
    const channel = new BroadcastChannel("session");
    channel.addEventListener("message", ({ data: message }: MessageEvent<SessionMessage>) => {
      if (message === "signed out" && userId) location.assign("/login");
      if (message !== "signed out" && !userId) location.reload();
    });
    if (userId) channel.postMessage({ userId } satisfies SessionMessage);
    else if (hasSignedOut) channel.postMessage("signed out" satisfies SessionMessage);
    return () => channel.close();
  }, [userId, hasSignedOut]);
}
