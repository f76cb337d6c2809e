import type { GenericEndpointContext } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import { secondsUntil } from "./cookies.ts";
import { apiError, type Failure, type SignedIn } from "./results.ts";

/** Sets the cookies of a user who has signed in, and tells plugins of the new session. @returns what the browser may know */
export async function completeSignIn(context: GenericEndpointContext, result: SignedIn | Failure) {
  if (!result.ok) throw apiError(result);
  const { user, session } = result;
  const maxAge = secondsUntil(session.expiresAt);
  await setSessionCookie(context, { session, user: { ...user, name: user.name ?? "" } }, false, { maxAge });
  setCookies(context.responseHeaders, result.setCookies);
  const { id, name, email, emailVerified, onboardedAt } = user;
  return context.json({ user: { id, name, email, emailVerified, onboardedAt } });
}

/** Adds Set-Cookie headers to a response. */
export function setCookies(responseHeaders: Headers, cookies: string[]): void {
  for (const cookie of cookies) responseHeaders.append("set-cookie", cookie);
}
