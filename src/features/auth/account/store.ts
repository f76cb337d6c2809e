import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, getTableColumns, gt, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import { listOwnActivity } from "#server/activity/store.ts";
import { databaseTime, fromNow } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { parseUserAgent } from "#lib/user-agent.ts";
import { listAllKeys } from "../keys/store.ts";
import { listPasskeys } from "../passkeys/store.ts";
import { deleteSessions, sessionColumns } from "../sessions/store.ts";
import { removeAccess } from "../shared/remove-access.server.ts";
import { callerColumns, claimUnverifiedAccount, lockUser, someIds } from "../store.ts";
import { account, device, emailChange, session } from "../table.ts";

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
  if (before?.emailVerified) await deleteSessions(database, [userId], sessionId);
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
  const administrators = await database
    .select({ id: user.id })
    .from(user)
    .where(sql`${user.role} ~ '\\madmin\\M' and not ${user.banned}`)
    .limit(2);
  return administrators.length === 1 && administrators[0]?.id === userId;
}

/** @throws the database's error on `user_last_administrator` if they are the last one */
export async function deleteUser(database: Sql, userId: string): Promise<void> {
  await database.delete(user).where(eq(user.id, userId));
}

/** Of the sessions and of the activity in a user's data. */
const maxRows = 1_000;

/** Everything that is stored about a user, as they download it, without what would let a reader sign in. */
export async function readAccountData(database: Sql, userId: string) {
  const [profile] = await database
    .select({ ...callerColumns, createdAt: user.createdAt, updatedAt: user.updatedAt })
    .from(user)
    .where(eq(user.id, userId));
  if (!profile) return undefined;
  const sessions = await database
    .select(sessionColumns)
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(session.updatedAt))
    .limit(maxRows);
  // optional: social
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
  // end: social
  const { userId: _, ...deviceColumns } = getTableColumns(device);
  const devices = await database.select(deviceColumns).from(device).where(eq(device.userId, userId));
  const { oldEmail, newEmail, createdAt, undoneAt } = emailChange;
  const emailChanges = await database
    .select({ oldEmail, newEmail, createdAt, undoneAt })
    .from(emailChange)
    .where(eq(emailChange.userId, userId))
    .orderBy(createdAt);
  return {
    /** Increased when the shape changes. */
    version: 5,
    exportedAt: databaseTime(),
    profile,
    sessions: sessions.map((row) => ({ ...row, ...parseUserAgent(row.userAgent) })),
    devices,
    emailChanges,
    passkeys: await listPasskeys(database, userId), // optional: passkeys
    apiKeys: await listAllKeys(database, userId), // optional: api-keys
    linkedAccounts, // optional: social
    activity: await listOwnActivity(database, userId, maxRows),
  };
}

/** How long an email change can be undone, so that someone else who changed it doesn't keep the account. */
const undoDays = 7;

/**
 * Stores a change that can be undone, and deletes a few old ones.
 * @returns the token of the link that undoes it, which is stored as a hash only
 */
export async function insertEmailChange(
  database: Sql,
  change: { userId: string; oldEmail: string; newEmail: string },
): Promise<string> {
  const isOld = lt(emailChange.expiresAt, sql`now()`);
  await database.delete(emailChange).where(inArray(emailChange.id, someIds(database, emailChange, isOld)));
  const token = randomBytes(32).toString("base64url");
  const expiresAt = fromNow(undoDays * 24 * 60 * 60);
  await database.insert(emailChange).values({ ...change, tokenHash: hashToken(token), expiresAt });
  return token;
}

/** The change that a link undoes; undefined if it has expired or was undone. */
export async function findEmailChange(
  database: Sql,
  token: string,
): Promise<typeof emailChange.$inferSelect | undefined> {
  const [found] = await database
    .select()
    .from(emailChange)
    .where(
      and(
        eq(emailChange.tokenHash, hashToken(token)),
        isNull(emailChange.undoneAt),
        gt(emailChange.expiresAt, sql`now()`),
      ),
    );
  return found;
}

/**
 * Undoes a change: restores the email, ends all sessions, and removes all other access that was added since. The links of later changes end: their mails went to someone else.
 * @param database a transaction
 * @returns the email that the account had, the one that it has again, and how many were removed; undefined if the change has
 * expired or was undone
 * @throws the database's error on `user_email_unique` if another user has the old email by now
 */
export async function undoEmailChange(database: Sql, token: string) {
  const found = await findEmailChange(database, token);
  // The lock decides between concurrent calls, and waits for what the sessions are doing.
  const owner = found && (await lockUser(database, { id: found.userId }));
  const change = owner && (await findEmailChange(database, token));
  if (!change) return undefined;
  const { userId, createdAt, oldEmail } = change;

  await database
    .update(user)
    .set({ email: oldEmail, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
  const removed = await removeAccess(database, userId, { since: createdAt });
  await database
    .update(emailChange)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(emailChange.userId, userId), gte(emailChange.createdAt, createdAt)));
  return { userId, before: owner.email, email: oldEmail, removed };
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
