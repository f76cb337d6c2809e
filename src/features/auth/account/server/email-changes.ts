import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { lockUser, someIds } from "../../store.ts";
import { account, apiKey, emailChange, passkey, session } from "../../table.ts";

/* An email change can be undone for seven days, so that someone else who changed it doesn't keep the account. */

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
  const expiresAt = sql`now() + make_interval(days => ${undoDays})`;
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

export type UndoneEmailChange = {
  userId: string;
  /** The email that the account had, and the one that it has again. */
  before: string;
  email: string;
  /** How many were removed. */
  passkeys: number;
  linkedAccounts: number;
  keys: number;
};

/**
 * Undoes a change: restores the email, ends all sessions, and removes the passkeys, linked accounts and API keys that were
 * added since. The links of later changes end: their mails went to someone else.
 * @param database a transaction
 * @returns undefined if it has expired or was undone
 * @throws the database's error on `user_email_unique` if another user has the old email by now
 */
export async function undoEmailChange(database: Sql, token: string): Promise<UndoneEmailChange | undefined> {
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
  await database.delete(session).where(eq(session.userId, userId));
  const passkeys = await database
    .delete(passkey)
    .where(and(eq(passkey.userId, userId), gte(passkey.createdAt, createdAt)));
  const accounts = await database
    .delete(account)
    .where(and(eq(account.userId, userId), gte(account.createdAt, createdAt)));
  const keys = await database
    .delete(apiKey)
    .where(and(eq(apiKey.userId, userId), gte(apiKey.createdAt, createdAt)));
  await database
    .update(emailChange)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(emailChange.userId, userId), gte(emailChange.createdAt, createdAt)));
  return {
    userId,
    before: owner.email,
    email: oldEmail,
    passkeys: passkeys.rowCount ?? 0,
    linkedAccounts: accounts.rowCount ?? 0,
    keys: keys.rowCount ?? 0,
  };
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
