import { and, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { DayRange } from "#resource/day-range.ts";
import { isWithinDays } from "#resource/server/list/day-range.ts";
import type { ConfirmationMethod } from "#rpc/context.ts";
import type { Sql } from "#server/database/connect.ts";
import { parseUserAgent } from "#lib/user-agent.ts";
import { confirmationMinutes } from "../limits.ts";
import { type CookieSettings, readSessionTokens } from "../server/cookies.ts";
import { newToken } from "../server/tokens.ts";
import { session } from "../table.ts";
import type { ListedSession } from "./schema.ts";

/** The columns that users may see of their sessions. */
export const sessionColumns = {
  id: session.id,
  userAgent: session.userAgent,
  ipAddress: session.ipAddress,
  createdAt: session.createdAt,
  updatedAt: session.updatedAt,
  expiresAt: session.expiresAt,
  isImpersonated: sql<boolean>`${session.impersonatedBy} is not null`, // optional: impersonation
};

const tokenBeginning = sql<string>`left(${session.token}, 8)`;

/** A user's sessions, the most recently used first. @param o.days of their last use */
export async function listSessions(
  database: Sql,
  { userId, sessionId, days = {} }: { userId: string; sessionId: string; days?: DayRange },
): Promise<ListedSession[]> {
  const rows = await database
    .select({
      ...sessionColumns,
      token: tokenBeginning,
      isCurrent: sql<boolean>`${session.id} = ${sessionId}`,
    })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        gt(session.expiresAt, sql`now()`),
        isWithinDays(session.updatedAt, days),
      ),
    )
    .orderBy(desc(session.updatedAt), desc(session.id));
  return rows.map(({ userAgent, ...row }) => ({ ...row, ...parseUserAgent(userAgent) }));
}

const now = sql`now()`;

const confirmedColumns = {
  code: { confirmedAt: now },
  passkey: { confirmedAt: now, passkeyConfirmedAt: now }, // optional: passkeys
};

/** The columns of a session in which the user has just confirmed that it's them. */
export const confirmedNow = (method: ConfirmationMethod) => confirmedColumns[method];

/** Whether a confirmation was within the last minutes. @param confirmedAt a column */
export function isRecent(confirmedAt: AnyPgColumn) {
  const since = sql`now() - interval ${sql.raw(`'${confirmationMinutes} minutes'`)}`;
  return sql<boolean>`coalesce(${gt(confirmedAt, since)}, false)`;
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

/** Deletes one of a user's sessions. @returns the beginning of its token; undefined if there is none */
export async function deleteSession(database: Sql, userId: string, id: string): Promise<string | undefined> {
  const [deleted] = await database
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ token: tokenBeginning });
  return deleted?.token;
}

/** Deletes all sessions of users except one. @returns how many of them were active, by user */
export async function deleteSessions(
  database: Sql,
  userIds: string[],
  exceptId: string,
): Promise<Map<string, number>> {
  const deleted = await database
    .delete(session)
    .where(and(inArray(session.userId, userIds), ne(session.id, exceptId)))
    .returning({ userId: session.userId, isActive: sql<boolean>`${gt(session.expiresAt, sql`now()`)}` });
  const counts = new Map<string, number>();
  for (const { userId, isActive } of deleted)
    counts.set(userId, (counts.get(userId) ?? 0) + Number(isActive));
  return counts;
}

/**
 * Ends a browser's sessions, of which it can have several: signing out leaves none in it.
 * @param id of the session, if it is active: a change of roles replaces tokens at any moment
 */
export async function endSessionOfBrowser(
  database: Sql,
  settings: CookieSettings,
  { headers, id }: { headers: Headers; id?: string | undefined },
): Promise<void> {
  const tokens = readSessionTokens(settings, headers);
  if (!id && tokens.length === 0) return;
  await database.delete(session).where(
    or(
      id ? eq(session.id, id) : undefined,
      inArray(session.token, tokens),
      // A change of roles may have replaced a token since the browser got it.
      inArray(session.tokenBefore, tokens),
    ),
  );
}
