import { and, eq, gt, lte, not, or, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Database } from "#server/database/connect.ts";
import {
  type CookieSettings,
  readSessionCookie,
  sessionRenewalSeconds,
  sessionSeconds,
  writeSessionCookie,
} from "./cookies.ts";
import { session } from "./table.ts";

/** Who makes a request, and since when. It never holds the session's token. */
export type Session = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  /** The administrator who acts as this user. */
  impersonatedBy: string | null;
  user: {
    id: string;
    name: string | null;
    email: string;
    emailVerified: boolean;
    role: string;
    onboardedAt: Date | null;
    createdAt: Date;
  };
};

/**
 * The session that a request's cookie stands for, with its user: one prepared statement. Null where the cookie is missing
 * or not signed by us, and where the session has expired, was revoked, or is that of someone deleted or banned.
 *
 * At most once a day it is renewed, by a second statement; then `renewedCookie` is a Set-Cookie header to send.
 * @throws where the database can't be asked.
 */
export async function readSession({
  database,
  headers,
  ...settings
}: CookieSettings & { database: Pick<Database, "sql">; headers: Headers }): Promise<
  (Session & { renewedCookie?: string }) | null
> {
  const token = readSessionCookie(settings, headers);
  if (token === undefined) return null;
  const [found] = await lookUp(database.sql).execute({ token });
  if (!found) return null;
  // Acting as someone else ends when it was to end.
  if (found.impersonatedBy !== null || !isDue(found.expiresAt)) return found;
  const expiresAt = await renew(database.sql, found.id);
  return expiresAt ? { ...found, expiresAt, renewedCookie: writeSessionCookie(settings, token) } : found;
}

/** Statements are prepared once for each database, and kept by each of its connections. */
const prepared = new WeakMap<Database["sql"], ReturnType<typeof prepareLookUp>>();

function lookUp(database: Database["sql"]) {
  const known = prepared.get(database) ?? prepareLookUp(database);
  prepared.set(database, known);
  return known;
}

function prepareLookUp(database: Database["sql"]) {
  return database
    .select({
      id: session.id,
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
      impersonatedBy: session.impersonatedBy,
      user: {
        id: user.id,
        name: user.name,
        email: user.email,
        emailVerified: user.emailVerified,
        role: user.role,
        onboardedAt: user.onboardedAt,
        createdAt: user.createdAt,
      },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        eq(session.token, sql.placeholder("token")),
        gt(session.expiresAt, sql`now()`),
        or(not(user.banned), lte(user.banExpires, sql`now()`)),
      ),
    )
    .prepare("read_session");
}

function isDue(expiresAt: Date): boolean {
  return expiresAt.getTime() - Date.now() < (sessionSeconds - sessionRenewalSeconds) * 1_000;
}

/** Of several requests at once, one renews. */
async function renew(database: Database["sql"], id: string): Promise<Date | undefined> {
  const seconds = (count: number) => sql`now() + make_interval(secs => ${count})`;
  const [renewed] = await database
    .update(session)
    .set({ expiresAt: seconds(sessionSeconds), updatedAt: sql`now()` })
    .where(and(eq(session.id, id), lte(session.expiresAt, seconds(sessionSeconds - sessionRenewalSeconds))))
    .returning({ expiresAt: session.expiresAt });
  return renewed?.expiresAt;
}
