import type { Sql } from "#server/database/connect.ts";
import { endBan, insertSession, type Person } from "#features/auth/codes/store.ts";
import { sessionSeconds } from "#features/auth/server/cookies.ts";
import type { session } from "#features/auth/table.ts";
import { newToken } from "#features/auth/server/tokens.ts";

/** Someone who has just proved who they are, and their session. */
export type SignedIn = { person: Person; session: typeof session.$inferSelect };

/** What a browser brings along that signs in. */
export type Entrance = {
  /** Kept with the session, to be recognised in the list of sessions. */
  device: { ipAddress: string; userAgent: string };
  /** The token of the session that the browser has already; a new one takes its place. */
  currentToken: string | undefined;
};

/** Whether someone is banned; a ban whose time is over ends. */
export async function isBanned(database: Sql, person: Person): Promise<boolean> {
  if (!person.banned) return false;
  if (person.banExpires === null || person.banExpires > new Date()) return true;
  await endBan(database, person.id);
  return false;
}

/** A new session for someone, with a token of its own. */
export async function openSession(
  database: Sql,
  userId: string,
  { device, currentToken }: Entrance,
): Promise<typeof session.$inferSelect> {
  const expiresAt = new Date(Date.now() + sessionSeconds * 1_000);
  return await insertSession(database, { token: newToken(), userId, expiresAt, ...device }, currentToken);
}
