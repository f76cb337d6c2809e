import { and, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { DayRange } from "#resource/day-range.ts";
import { isWithinDays } from "#resource/server/list/day-range.ts";
import type { ConfirmationMethod } from "#rpc/context.ts";
import type { Sql } from "#server/database/connect.ts";
import { cursorTimeSchema, fromCursor, toCursor } from "#server/database/cursor.ts";
import { confirmationMinutes } from "../limits.ts";
import { type CookieSettings, readSessionTokens } from "../server/cookies.ts";
import { newToken } from "../server/tokens.ts";
import { session } from "../table.ts";
import { type SessionPage, sessionPageSize } from "./schema.ts";
import { parseUserAgent } from "#lib/user-agent.ts";

/** A position in a list of sessions, after the one with this last use (to the microsecond) and id. */
type SessionPosition = { updatedAt: string; id: string };

/** The columns that users may see of their sessions. */
export const sessionColumns = {
  id: session.id,
  userAgent: session.userAgent,
  ipAddress: session.ipAddress,
  createdAt: session.createdAt,
  updatedAt: session.updatedAt,
  expiresAt: session.expiresAt,
  isImpersonated: sql<boolean>`${session.impersonatedBy} is not null`,
};

/** One page of a user's sessions, the most recently used first. @param o.days of their last use */
export async function listSessions(
  database: Sql,
  { userId, sessionId, days = {} }: { userId: string; sessionId: string; days?: DayRange },
  after: SessionPosition | undefined,
): Promise<SessionPage> {
  const rows = await database
    .select({
      ...sessionColumns,
      token: sql<string>`left(${session.token}, 8)`,
      isCurrent: sql<boolean>`${session.id} = ${sessionId}`,
      position: sql<string>`to_char(${session.updatedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        gt(session.expiresAt, sql`now()`),
        isWithinDays(session.updatedAt, days),
        after &&
          sql`(${session.updatedAt}, ${session.id}) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(sessionPageSize + 1);
  const page = rows.slice(0, sessionPageSize);
  const last = rows.length > sessionPageSize ? page.at(-1) : undefined;
  return {
    sessions: page.map(({ userAgent, position: _, ...row }) => ({ ...row, ...parseUserAgent(userAgent) })),
    next: last ? toCursor({ updatedAt: last.position, id: last.id }) : null,
  };
}

/** The columns of a session in which the user has just confirmed that it's them. */
export function confirmedNow(method: ConfirmationMethod) {
  const now = sql`now()`;
  return { confirmedAt: now, ...(method === "passkey" && { passkeyConfirmedAt: now }) };
}

/** A confirmed session's new token, for the cookie of the response, and until when the confirmation counts. */
export type Confirmed = { token: string; until: Date };

/**
 * Stores that the user has just confirmed in a session that it's them, and replaces the session's token: someone else may
 * have the previous one.
 * @returns undefined if the session has ended
 */
export async function confirmSession(
  database: Sql,
  id: string,
  method: ConfirmationMethod,
): Promise<Confirmed | undefined> {
  const token = newToken();
  const [confirmed] = await database
    .update(session)
    .set({ ...confirmedNow(method), ...replacedToken(token) })
    .where(eq(session.id, id))
    .returning({ at: session.confirmedAt });
  if (!confirmed?.at) return undefined;
  return { token, until: new Date(confirmed.at.getTime() + confirmationMinutes * 60_000) };
}

/** The columns of a session with a new token. The previous one stays valid for a few seconds after `updatedAt`. */
export function replacedToken(token: string) {
  return { token, tokenBefore: session.token, tokenOutdated: false, updatedAt: sql`now()` };
}

/** Deletes one of a user's sessions. @returns whether there was one */
export async function deleteSession(database: Sql, userId: string, id: string): Promise<boolean> {
  const deleted = await database
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ id: session.id });
  return deleted.length > 0;
}

/** Deletes all of a user's sessions except one. @returns their number */
export async function deleteOtherSessions(
  database: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  const { rowCount } = await database
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, sessionId)));
  return rowCount ?? 0;
}

/** The condition that a session is the browser's. During an impersonation the administrator's own session is, too. */
export function isOfBrowser(settings: CookieSettings, headers: Headers) {
  const tokens = readSessionTokens(settings, headers);
  // A change of roles may have replaced a token since the browser got it.
  return or(inArray(session.token, tokens), inArray(session.tokenBefore, tokens));
}

/**
 * Ends a browser's session. During an impersonation the administrator's own session ends, too: signing out leaves no
 * session in the browser.
 * @param id of the session, if it is active: a change of roles replaces tokens at any moment
 */
export async function endSessionOfBrowser(
  database: Sql,
  settings: CookieSettings,
  { headers, id }: { headers: Headers; id: string | undefined },
): Promise<void> {
  await database
    .delete(session)
    .where(or(id ? eq(session.id, id) : undefined, isOfBrowser(settings, headers)));
}

/** Which of a user's sessions end. */
export type SessionsToEnd = "others" | "all";

/** Deletes sessions of a user, by their ids: a change of roles replaces tokens at any moment. */
export async function endSessions(
  database: Sql,
  which: SessionsToEnd,
  current: { userId: string; sessionId: string },
): Promise<void> {
  await deleteOtherSessions(database, current);
  if (which === "all") await deleteSession(database, current.userId, current.sessionId);
}

const positionSchema: z.ZodType<SessionPosition> = z.object({
  updatedAt: cursorTimeSchema(6),
  id: z.uuid(),
});

/** The position in a client's cursor; undefined if the cursor is invalid. */
export function readCursor(cursor: string): SessionPosition | undefined {
  return fromCursor(cursor, positionSchema);
}
