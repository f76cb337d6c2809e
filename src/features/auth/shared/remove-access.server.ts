import { and, eq, gte, ne } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { account, apiKey, passkey, session } from "../table.ts";

/**
 * Ends a user's sessions, and removes their passkeys, linked accounts and API keys: all with which someone could come back.
 * @param o.exceptSession the id of a session that stays
 * @param o.since only what was added since is removed
 * @returns how many were removed
 */
export async function removeAccess(
  database: Sql,
  userId: string,
  { exceptSession, since }: { exceptSession?: string | undefined; since?: Date } = {},
) {
  const isOther = exceptSession === undefined ? undefined : ne(session.id, exceptSession);
  await database.delete(session).where(and(eq(session.userId, userId), isOther));
  async function remove(table: typeof passkey | typeof account | typeof apiKey): Promise<number> {
    const isRecent = since && gte(table.createdAt, since);
    const { rowCount } = await database.delete(table).where(and(eq(table.userId, userId), isRecent));
    return rowCount ?? 0;
  }
  return {
    passkeys: await remove(passkey),
    linkedAccounts: await remove(account),
    keys: await remove(apiKey),
  };
}
