import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { removeAccess } from "#features/auth/shared/remove-access.server.ts";
import { emailChange } from "#features/auth/table.ts";
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
  banned: user.banned,
  banReason: user.banReason,
  banExpires: user.banExpires,
  onboardedAt: user.onboardedAt,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
  version: user.version,
};

type UserRow = Pick<
  typeof user.$inferSelect,
  Exclude<keyof ListedUser, "roles" | "ban"> | "role" | "banned" | "banReason" | "banExpires"
>;

/** Converts a row of `userColumns`. */
export function toUser({ role, banned, banReason, banExpires, ...row }: UserRow): ListedUser {
  return {
    ...row,
    roles: roles.filter((name) => role.split(",").includes(name)),
    ban: banned ? { reason: banReason, until: banExpires } : null,
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
 * Updates a locked user. A new email is unverified, and ends everything with which the owner of the previous one could
 * come back, also the links that undo an earlier change.
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
  if (isEmailChanged) {
    await removeAccess(database, before.id);
    await database
      .update(emailChange)
      .set({ undoneAt: sql`now()` })
      .where(and(eq(emailChange.userId, before.id), isNull(emailChange.undoneAt)));
  }
  return toUser(row);
}

function valuesOf({ roles: names, ...input }: UserInput): { name: string; email: string; role: string } {
  return { ...input, role: names.join(",") };
}

/** @throws the database's error on `user_last_administrator` */
export async function deleteUsers(database: Sql, ids: string[]): Promise<void> {
  await database.delete(user).where(inArray(user.id, ids));
}

const noBan = { banned: false, banReason: null, banExpires: null };

/**
 * Bans users, or changes or lifts their bans. A trigger ends the sessions of banned users.
 * @throws the database's error on `user_last_administrator`
 */
export async function setBans(database: Sql, ids: string[], ban: BanInput | null): Promise<ListedUser[]> {
  const columns = ban ? { banned: true, banReason: ban.reason, banExpires: ban.until } : noBan;
  const rows = await database.update(user).set(columns).where(inArray(user.id, ids)).returning(userColumns);
  return rows.map(toUser);
}

/** Removes the bans that have ended, except of users whom another transaction is changing: that one may extend the ban. */
export async function removeEndedBans(database: Sql): Promise<void> {
  const ended = database
    .select({ id: user.id })
    .from(user)
    .where(lte(user.banExpires, sql`now()`))
    .for("update", { skipLocked: true });
  await database.update(user).set(noBan).where(inArray(user.id, ended));
}

/** Whether a user has exactly the roles in a column or session. */
export function hasRoles({ roles: names }: Pick<ListedUser, "roles">, role: string): boolean {
  return new Set(names).symmetricDifference(new Set(role.split(","))).size === 0;
}
