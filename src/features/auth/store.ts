import { and, eq, lte, not, or, type SQL, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { removeAccess } from "./shared/remove-access.server.ts";
import type { emailChange, mailLink, session, signInCode } from "./table.ts";

export type User = typeof user.$inferSelect;
export type SessionRow = typeof session.$inferSelect;

/** What a session says of its user. */
export const callerColumns = {
  id: user.id,
  name: user.name,
  email: user.email,
  emailVerified: user.emailVerified,
  role: user.role,
  onboardedAt: user.onboardedAt,
};

/** As a condition: the user is not banned, or the ban has ended. */
export const isNotBanned = or(not(user.banned), lte(user.banExpires, sql`now()`));

/** The user with an email or id, locked for the transaction: they can't be banned or deleted until they are signed in. */
export async function lockUser(
  database: Sql,
  by: { email: string } | { id: string },
): Promise<User | undefined> {
  const isUser = "id" in by ? eq(user.id, by.id) : eq(user.email, by.email);
  const [found] = await database.select().from(user).where(isUser).for("no key update");
  return found;
}

/** Creates the account of a verified email. @returns undefined if another transaction was faster */
export async function insertUser(database: Sql, email: string): Promise<User | undefined> {
  const [created] = await database
    .insert(user)
    .values({ email, emailVerified: true })
    .onConflictDoNothing({ target: user.email })
    .returning();
  return created;
}

/**
 * Marks a user's email as verified. Sessions except the current one and all other access from before end: someone else may
 * have added them.
 * @param database a transaction
 */
export async function claimUnverifiedAccount(
  database: Sql,
  { userId, sessionId }: { userId: string; sessionId?: string },
): Promise<void> {
  await removeAccess(database, userId, { exceptSession: sessionId });
  await database
    .update(user)
    .set({ emailVerified: true, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

/** Whether a user is banned. A ban that has expired is removed. */
export async function isBanned(database: Sql, { id, banned }: User): Promise<boolean> {
  if (!banned) return false;
  const [ended] = await database
    .update(user)
    .set({ banned: false, banReason: null, banExpires: null, updatedAt: sql`now()` })
    .where(and(eq(user.id, id), lte(user.banExpires, sql`now()`)))
    .returning({ id: user.id });
  return ended === undefined;
}

/** The ids of up to ten rows that no other transaction has locked: each insert cleans up a few expired rows. */
export function someIds(
  database: Sql,
  table: typeof signInCode | typeof session | typeof emailChange | typeof mailLink,
  condition: SQL | undefined,
) {
  return database
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .limit(10)
    .for("update", { skipLocked: true });
}
