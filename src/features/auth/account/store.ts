import { and, desc, eq, exists, getTableColumns, isNull, ne, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import { listOwnActivity } from "#server/activity/store.ts";
import type { Sql } from "#server/database/connect.ts";
import { listKeys } from "../keys/store.ts";
import { listPasskeys } from "../passkeys/store.ts";
import { deleteOtherSessions, sessionColumns } from "../sessions/store.ts";
import { claimUnverifiedAccount, lockUser } from "../store.ts";
import { parseUserAgent } from "#lib/user-agent.ts";
import { account, device, emailChange, session } from "../table.ts";
import type { AccountData } from "./schema.ts";

/** Sets a user's name and the time of their onboarding. Does nothing for an onboarded user. */
export async function onboard(database: Sql, userId: string, name: string): Promise<void> {
  await database
    .update(user)
    .set({ name, onboardedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), isNull(user.onboardedAt)));
}

export async function rename(database: Sql, userId: string, name: string): Promise<void> {
  await database
    .update(user)
    .set({ name, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

/** Whether a user has this email. */
export async function isEmailTaken(database: Sql, email: string): Promise<boolean> {
  const [found] = await database.select({ id: user.id }).from(user).where(eq(user.email, email));
  return found !== undefined;
}

/**
 * Sets a user's new, verified email, and ends their sessions except one. If the previous email was not verified, also ends
 * everything else that someone else may have added.
 * @param database a transaction
 * @returns the previous email
 * @throws the database's error on `user_email_unique` if another user has the email
 */
export async function changeEmail(
  database: Sql,
  { userId, sessionId, email }: { userId: string; sessionId: string; email: string },
): Promise<string | undefined> {
  const before = await lockUser(database, { id: userId });
  await database
    .update(user)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
  if (before?.emailVerified) await deleteOtherSessions(database, { userId, sessionId });
  else await claimUnverifiedAccount(database, { userId, sessionId });
  return before?.email;
}

/**
 * Marks a user's email as verified, unless they have another one by now. Ends everything that someone else may have added,
 * if it was not verified before.
 * @param database a transaction
 */
export async function markEmailVerified(
  database: Sql,
  { userId, sessionId, email }: { userId: string; sessionId: string; email: string },
): Promise<void> {
  const found = await lockUser(database, { id: userId });
  if (found?.email === email && !found.emailVerified)
    await claimUnverifiedAccount(database, { userId, sessionId });
}

/** Whether a user is the only administrator who isn't banned. A trigger enforces it too; this reports it earlier. */
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
 * Deletes a user with their sessions, codes, passkeys and linked accounts.
 * @throws the database's error on `user_last_administrator` if they are the last one
 */
export async function deleteUser(database: Sql, userId: string): Promise<void> {
  await database.delete(user).where(eq(user.id, userId));
}

/** Of the sessions and of the activity in a user's data. */
const maxRows = 1_000;

/** Everything that is stored about a user. */
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
    .limit(maxRows);
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
  const { userId: _, ...deviceColumns } = getTableColumns(device);
  const devices = await database.select(deviceColumns).from(device).where(eq(device.userId, userId));
  const { oldEmail, newEmail, createdAt, undoneAt } = emailChange;
  const emailChanges = await database
    .select({ oldEmail, newEmail, createdAt, undoneAt })
    .from(emailChange)
    .where(eq(emailChange.userId, userId))
    .orderBy(createdAt);
  return {
    version: 4,
    exportedAt: new Date(),
    profile,
    sessions: sessions.map((row) => ({ ...row, ...parseUserAgent(row.userAgent) })),
    devices,
    emailChanges,
    passkeys: await listPasskeys(database, userId),
    apiKeys: await listKeys(database, userId),
    linkedAccounts,
    activity: await listOwnActivity(database, userId, maxRows),
  };
}
