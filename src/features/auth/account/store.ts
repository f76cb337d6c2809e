import { and, desc, eq, exists, gt, isNull, ne, sql } from "drizzle-orm";
import { deviceOf } from "#features/auth/sessions/user-agent.ts";
import { account, session } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";
import { isUuid } from "#lib/uuid.ts";
import type { Sql } from "#server/database/connect.ts";
import { listPasskeys } from "../passkeys/passkey-store.ts";
import { type AccountData, type SessionPage, sessionPageSize } from "./schema.ts";

/** Sets a person's name and the time of their onboarding. An onboarded person is left as they are. */
export async function onboard(database: Sql, userId: string, name: string): Promise<void> {
  await database
    .update(user)
    .set({ name, onboardedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), isNull(user.onboardedAt)));
}

/** Changes a person's name. */
export async function rename(database: Sql, userId: string, name: string): Promise<void> {
  await database
    .update(user)
    .set({ name, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

/** Whether somebody has an address. */
export async function isEmailTaken(database: Sql, email: string): Promise<boolean> {
  const [found] = await database.select({ id: user.id }).from(user).where(eq(user.email, email));
  return found !== undefined;
}

/**
 * Gives a person another address, which they have proved to be theirs, and ends all their sessions but one.
 * @returns the address that they had
 * @throws the database's error on `user_email_unique` where somebody else has the address
 */
export async function changeEmail(
  database: Sql,
  { userId, sessionId, email }: { userId: string; sessionId: string; email: string },
): Promise<string | undefined> {
  const [before] = await database
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, userId))
    .for("no key update");
  await database
    .update(user)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
  await deleteOtherSessions(database, { userId, sessionId });
  return before?.email;
}

/** Takes note that a person has proved their address; nothing where it is another one by now. */
export async function markVerified(database: Sql, userId: string, email: string): Promise<void> {
  await database
    .update(user)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), eq(user.email, email)));
}

/** Whether a person is the only administrator who is not banned. The database keeps it so; this is to say it in time. */
export async function isLastAdministrator(database: Sql, userId: string): Promise<boolean> {
  const isAdministrator = sql`${user.role} ~ '\\madmin\\M' and not ${user.banned}`;
  const others = database
    .select({ id: user.id })
    .from(user)
    .where(and(isAdministrator, ne(user.id, userId)));
  const [found] = await database
    .select({ hasOthers: sql<boolean>`${exists(others)}` })
    .from(user)
    .where(and(eq(user.id, userId), isAdministrator));
  return found ? !found.hasOthers : false;
}

/**
 * Deletes a person with all that belongs to them: sessions, codes, passkeys, linked accounts.
 * @throws the database's error on `user_last_administrator` where they are the last one
 */
export async function deletePerson(database: Sql, userId: string): Promise<void> {
  await database.delete(user).where(eq(user.id, userId));
}

/** A position in a list of sessions: behind the one with this last use, to the microsecond, and this id. */
export type SessionPosition = { updatedAt: string; id: string };

const sessionColumns = {
  id: session.id,
  userAgent: session.userAgent,
  ipAddress: session.ipAddress,
  createdAt: session.createdAt,
  updatedAt: session.updatedAt,
  expiresAt: session.expiresAt,
  isImpersonated: sql<boolean>`${session.impersonatedBy} is not null`,
};

/** One page of a person's sessions, those used last first. */
export async function listSessions(
  database: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
  after: SessionPosition | undefined,
): Promise<SessionPage> {
  const rows = await database
    .select({
      ...sessionColumns,
      token: sql<string>`left(${session.token}, 8)`,
      isCurrent: sql<boolean>`${session.id} = ${sessionId}`,
      position: sql<string>`${session.updatedAt}::text`,
    })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        gt(session.expiresAt, sql`now()`),
        after &&
          sql`(${session.updatedAt}, ${session.id}) < (${after.updatedAt}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(sessionPageSize + 1);
  const page = rows.slice(0, sessionPageSize);
  const last = rows.length > sessionPageSize ? page.at(-1) : undefined;
  return {
    sessions: page.map(({ userAgent, position: _, ...each }) => ({ ...each, ...deviceOf(userAgent) })),
    next: last ? writeCursor({ updatedAt: last.position, id: last.id }) : null,
  };
}

/** Ends one of a person's sessions. @returns whether they had it */
export async function deleteSession(database: Sql, userId: string, id: string): Promise<boolean> {
  const deleted = await database
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ id: session.id });
  return deleted.length > 0;
}

/** Ends all of a person's sessions but one. @returns how many there were */
export async function deleteOtherSessions(
  database: Sql,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  const { rowCount } = await database
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, sessionId)));
  return rowCount ?? 0;
}

/** Everything that is stored about a person. */
export async function readAccountData(database: Sql, userId: string): Promise<AccountData | undefined> {
  const [profile] = await database
    .select({
      id: user.id,
      name: user.name,
      email: user.email,
      emailVerified: user.emailVerified,
      role: user.role,
      onboardedAt: user.onboardedAt,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
    })
    .from(user)
    .where(eq(user.id, userId));
  if (!profile) return undefined;
  const sessions = await database
    .select(sessionColumns)
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(session.updatedAt))
    .limit(1_000);
  const passkeys = await listPasskeys(database, userId);
  const linkedAccounts = await database
    .select({
      provider: account.providerId,
      accountId: account.accountId,
      scope: account.scope,
      createdAt: account.createdAt,
      updatedAt: account.updatedAt,
    })
    .from(account)
    .where(eq(account.userId, userId));
  return {
    version: 2,
    exportedAt: new Date(),
    profile,
    sessions: sessions.map((each) => ({ ...each, ...deviceOf(each.userAgent) })),
    passkeys,
    linkedAccounts,
  };
}

/** A position as the text that a client carries. */
function writeCursor({ updatedAt, id }: SessionPosition): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");
}

const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;

/** The position in a client's text, if it is one. */
export function readCursor(cursor: string): SessionPosition | undefined {
  try {
    const [updatedAt, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const isPosition =
      typeof updatedAt === "string" &&
      timestamp.test(updatedAt) &&
      !Number.isNaN(Date.parse(updatedAt)) &&
      typeof id === "string" &&
      isUuid(id);
    return isPosition ? { updatedAt, id } : undefined;
  } catch {
    return undefined;
  }
}
