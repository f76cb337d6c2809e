import { eq, inArray, or, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import type { Client } from "#features/auth/server/request-client.ts";
import {
  type CookieSettings,
  readSessionCookie,
  sessionCookie,
  sessionSeconds,
} from "../../server/cookies.ts";
import { newToken } from "../../server/tokens.ts";
import { someIds } from "../../store.ts";
import { session } from "../../table.ts";

/**
 * Creates the session of a user who has signed in, and ends the one that the browser had. The caller has checked that the
 * user isn't banned.
 * @returns the session cookie, as a Set-Cookie header
 */
export async function createSession(
  database: Sql,
  settings: CookieSettings,
  userId: string,
  client: Client,
): Promise<string> {
  const values = newSession(client);
  await database.insert(session).values({ ...values, userId });
  await endReplacedSession(database, settings, client);
  return sessionCookie(settings, values.token).header;
}

/** Part of `createSession`, for social sign-in: there better-auth inserts the row (server/auth.ts). */
export function newSession({ headers, clientAddress }: Client) {
  return {
    token: newToken(),
    expiresAt: new Date(Date.now() + sessionSeconds * 1_000),
    ipAddress: clientAddress,
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
  };
}

/** The other part of `createSession`: deletes the session that the browser had, and a few expired ones. */
export async function endReplacedSession(database: Sql, settings: CookieSettings, { headers }: Client) {
  const token = readSessionCookie(settings, headers);
  const isExpired = inArray(session.id, someIds(database, session, sql`${session.expiresAt} < now()`));
  // A change of roles may have replaced the token since the browser got it.
  const isReplaced =
    token === undefined ? undefined : or(eq(session.token, token), eq(session.tokenBefore, token));
  await database.delete(session).where(or(isReplaced, isExpired));
}
