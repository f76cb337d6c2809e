import { and, eq, gte, ne, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "#server/database/connect.ts";
import { endKeys } from "../keys/store.ts";
import { account, passkey, session } from "../table.ts";

type Which = { since?: Date | undefined; condition?: SQL | undefined };

/**
 * Ends a user's sessions, and removes all other access with which someone could come back.
 * @param o.exceptSession the id of a session that stays
 * @param o.since only what was added since is ended or removed
 * @returns how many were removed
 */
export async function removeAccess(
  database: Sql,
  userId: string,
  o: { exceptSession?: string | undefined; since?: Date } = {},
) {
  async function remove(
    table: PgTable & { userId: PgColumn; createdAt: PgColumn },
    { since, condition }: Which,
  ): Promise<number> {
    const isRecent = since && gte(table.createdAt, since);
    const { rowCount } = await database
      .delete(table)
      .where(and(eq(table.userId, userId), isRecent, condition));
    return rowCount ?? 0;
  }
  await remove(session, {
    condition: o.exceptSession === undefined ? undefined : ne(session.id, o.exceptSession),
  });
  return {
    passkeys: await remove(passkey, { since: o.since }), // optional: passkeys
    linkedAccounts: await remove(account, { since: o.since }), // optional: social
    keys: (await endKeys(database, { userIds: [userId], since: o.since })).length, // optional: api-keys
  };
}
