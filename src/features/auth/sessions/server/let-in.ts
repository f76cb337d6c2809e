import type { GenericEndpointContext } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import type { cookieAttributes } from "#features/auth/server/cookies.ts";
import type { SignedIn } from "./create-session.ts";

/** The cookie by which a browser is known that was asked to prove who uses it. */
type AskedBrowser = { cookie: string; attributes: ReturnType<typeof cookieAttributes> };

/**
 * Gives a browser the session of who has proved who they are; what it was asked by is over.
 * @returns what it is told of them
 */
export async function letIn(
  context: GenericEndpointContext,
  { person, session }: SignedIn,
  { cookie, attributes }: AskedBrowser,
) {
  await setSessionCookie(context, { session, user: { ...person, name: person.name ?? "" } });
  context.setCookie(cookie, "", { ...attributes, maxAge: 0 });
  const { id, name, email, emailVerified, onboardedAt } = person;
  return { user: { id, name, email, emailVerified, onboardedAt } };
}
