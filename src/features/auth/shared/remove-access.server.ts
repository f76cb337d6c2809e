import { and, eq, gte, ne } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import { endKeys } from "../keys/store.ts";
import {
  account, // optional: social
  passkey, // optional: passkeys
  session,
} from "../table.ts";

/**
 * Ends a user's sessions, and removes all other access with which someone could come back.
 * @param o.exceptSession the id of a session that stays
 * @param o.since only what was added since is ended or removed
 * @returns how many were removed
 */
export async function removeAccess(
  database: Sql,
  userId: string,
  { exceptSession, since }: { exceptSession?: string | undefined; since?: Date } = {},
) {
  const isOther = exceptSession === undefined ? undefined : ne(session.id, exceptSession);
  await database.delete(session).where(and(eq(session.userId, userId), isOther));
  async function remove(table: PgTable & { userId: PgColumn; createdAt: PgColumn }): Promise<number> {
    const isRecent = since && gte(table.createdAt, since);
    const { rowCount } = await database.delete(table).where(and(eq(table.userId, userId), isRecent));
    return rowCount ?? 0;
  }
  return {
    passkeys: await remove(passkey), // optional: passkeys
    linkedAccounts: await remove(account), // optional: social
    keys: (await endKeys(database, { userIds: [userId], since })).length,
  };
}
