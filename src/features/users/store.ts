import { and, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { account, apiKey, emailChange, passkey, session } from "#features/auth/table.ts";
import { roles } from "#rpc/permissions.ts";
import type { Sql } from "#server/database/connect.ts";
import type { BanInput, ListedUser, UserInput } from "./schema.ts";
import { user } from "./table.ts";

/** The columns of a user that administrators see. */
export const userColumns = {
  id: user.id,
  name: user.name,
  email: user.email,
  emailVerified: user.emailVerified,
  role: user.role,
  isBanned: user.banned,
  banReason: user.banReason,
  banExpires: user.banExpires,
  onboardedAt: user.onboardedAt,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  version: user.version,
};

type UserRow = Omit<ListedUser, "roles" | "ban"> & {
  role: string;
  isBanned: boolean;
  banReason: string | null;
  banExpires: Date | null;
};

/** Converts a row of `userColumns`. */
export function toUser({ role, isBanned, banReason, banExpires, ...row }: UserRow): ListedUser {
  return {
    ...row,
    roles: roles.filter((name) => role.split(",").includes(name)),
    ban: isBanned ? { reason: banReason, until: banExpires } : null,
  };
}

export async function findUser(database: Sql, id: string): Promise<ListedUser | undefined> {
  const [row] = await database.select(userColumns).from(user).where(eq(user.id, id));
  return row && toUser(row);
}

/**
 * Locks users for the transaction, in one order, so that concurrent administrators wait for each other and can't
 * deadlock. @returns those that exist, by their ids
 */
export async function lockUsers(database: Sql, ids: string[]): Promise<Map<string, ListedUser>> {
  const rows = await database
    .select(userColumns)
    .from(user)
    .where(inArray(user.id, [...new Set(ids)]))
    .orderBy(user.id)
    .for("update");
  return new Map(rows.map((row) => [row.id, toUser(row)]));
}

/** @throws the database's error on `user_email_unique` if another user has the email */
export async function createUser(database: Sql, input: UserInput): Promise<ListedUser> {
  const [row] = await database.insert(user).values(valuesOf(input)).returning(userColumns);
  if (!row) throw new Error("The user was not stored");
  return toUser(row);
}

/**
 * Updates a locked user. A new email is unverified, and ends whatever was used with the previous one.
 * @throws the database's error on `user_email_unique` or `user_last_administrator`
 */
export async function updateUser(
  database: Sql,
  before: Pick<ListedUser, "id" | "email">,
  input: UserInput,
): Promise<ListedUser> {
  const isEmailChanged = input.email !== before.email;
  const [row] = await database
    .update(user)
    .set({ ...valuesOf(input), ...(isEmailChanged && { emailVerified: false }) })
    .where(eq(user.id, before.id))
    .returning(userColumns);
  if (!row) throw new Error("The user was not locked");
  if (isEmailChanged) await endAccess(database, before.id);
  return toUser(row);
}

function valuesOf({ roles: names, ...input }: UserInput): { name: string; email: string; role: string } {
  return { ...input, role: names.join(",") };
}

/**
 * Ends everything with which the owner of the previous email could come back: sessions, passkeys, linked accounts, API
 * keys, and the links that undo an earlier change.
 */
async function endAccess(database: Sql, userId: string): Promise<void> {
  for (const table of [session, passkey, account, apiKey])
    await database.delete(table).where(eq(table.userId, userId));
  await database
    .update(emailChange)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(emailChange.userId, userId), isNull(emailChange.undoneAt)));
}

/**
 * Deletes users with everything that belongs to them.
 * @throws the database's error on `user_last_administrator`
 */
export async function deleteUsers(database: Sql, ids: string[]): Promise<void> {
  await database.delete(user).where(inArray(user.id, ids));
}

/**
 * Bans users, or changes their bans. A trigger ends their sessions.
 * @throws the database's error on `user_last_administrator`
 */
export async function banUsers(
  database: Sql,
  ids: string[],
  { reason, until }: BanInput,
): Promise<ListedUser[]> {
  const rows = await database
    .update(user)
    .set({ banned: true, banReason: reason, banExpires: until })
    .where(inArray(user.id, ids))
    .returning(userColumns);
  return rows.map(toUser);
}

export async function unbanUsers(database: Sql, ids: string[]): Promise<ListedUser[]> {
  const rows = await database
    .update(user)
    .set({ banned: false, banReason: null, banExpires: null })
    .where(inArray(user.id, ids))
    .returning(userColumns);
  return rows.map(toUser);
}

/** Removes the bans that have ended, except of users whom another transaction is changing: that one may extend the ban. */
export async function removeEndedBans(database: Sql): Promise<void> {
  const ended = database
    .select({ id: user.id })
    .from(user)
    .where(lte(user.banExpires, sql`now()`))
    .for("update", { skipLocked: true });
  await database
    .update(user)
    .set({ banned: false, banReason: null, banExpires: null })
    .where(inArray(user.id, ended));
}

/** Whether a ban is in force. One that has ended remains until it is removed, but denies nothing. */
export function isBanned({ ban }: Pick<ListedUser, "ban">): boolean {
  return ban !== null && (ban.until === null || ban.until > new Date());
}

/** Deletes one of a user's sessions. @returns the beginning of its token; undefined if there is none */
export async function deleteSession(database: Sql, userId: string, id: string): Promise<string | undefined> {
  const [deleted] = await database
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ token: sql<string>`left(${session.token}, 8)` });
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

/** Whether a user has exactly the roles in a column or session. */
export function hasRoles({ roles: names }: Pick<ListedUser, "roles">, role: string): boolean {
  return new Set(names).symmetricDifference(new Set(role.split(","))).size === 0;
}
