import { and, eq, gt, inArray, lte, not, or, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Database } from "#server/database/connect.ts";
import {
  type CookieSettings,
  readSessionCookie,
  type SessionCookie,
  sessionCookie,
  sessionRenewalSeconds,
  sessionSeconds,
} from "#features/auth/server/cookies.ts";
import { session } from "#features/auth/table.ts";
import { newToken } from "#features/auth/server/tokens.ts";

/** How exactly it is known when a session was last used, in seconds: each time is a write. */
const lastUseSeconds = 10 * 60;

/** How long requests that were sent with the token before a fresh one still count, in seconds. */
const onTheirWaySeconds = 10;

/** Who makes a request, and since when. It never holds the session's token. */
export type Session = {
  id: string;
  createdAt: Date;
  /** When it was last used, to within some minutes. */
  updatedAt: Date;
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
 * At most once a day it is renewed, and after the person's roles have changed it gets a fresh token, by a second
 * statement; then `freshCookie` is the session cookie to send.
 * @throws where the database can't be asked.
 */
export async function findSession({
  database,
  headers,
  ...settings
}: CookieSettings & { database: Pick<Database, "sql">; headers: Headers }): Promise<
  (Session & { freshCookie?: SessionCookie }) | null
> {
  const token = readSessionCookie(settings, headers);
  if (token === undefined) return null;
  const [found] = await lookUp(database.sql).execute({ token });
  if (!found) return await readWithTokenBefore(database.sql, token);
  const { tokenOutdated, ...current } = found;
  // Acting as someone else ends when it was to end.
  const isDue = current.impersonatedBy === null && isRenewalDue(current.expiresAt);
  if (tokenOutdated || isDue) {
    const fresh = await renew(database.sql, { ...found, token }, isDue);
    // Of several requests at once, one renews, and the others go on as they are.
    if (!fresh) return current;
    return { ...current, expiresAt: fresh.expiresAt, freshCookie: sessionCookie(settings, fresh.token) };
  }
  if (Date.now() - current.updatedAt.getTime() > lastUseSeconds * 1_000)
    await touch(database.sql, current.id);
  return current;
}

/** Of requests that a page sends at once, one brings the fresh token, while the others are on their way without it. */
async function readWithTokenBefore(database: Database["sql"], token: string): Promise<Session | null> {
  const isOnItsWay = gt(session.updatedAt, sql`now() - make_interval(secs => ${onTheirWaySeconds})`);
  const [found] = await selectSession(database).where(
    and(eq(session.tokenBefore, token), isOnItsWay, isGoingOn),
  );
  if (!found) return null;
  const { tokenOutdated: _, ...current } = found;
  return current;
}

/** It has not expired, and its person is not banned now. */
const isGoingOn = and(
  gt(session.expiresAt, sql`now()`),
  or(not(user.banned), lte(user.banExpires, sql`now()`)),
);

/** Statements are prepared once for each database, and kept by each of its connections. */
const prepared = new WeakMap<Database["sql"], ReturnType<typeof prepareLookUp>>();

function lookUp(database: Database["sql"]) {
  const known = prepared.get(database) ?? prepareLookUp(database);
  prepared.set(database, known);
  return known;
}

function prepareLookUp(database: Database["sql"]) {
  return selectSession(database)
    .where(and(eq(session.token, sql.placeholder("token")), isGoingOn))
    .prepare("read_session");
}

function selectSession(database: Database["sql"]) {
  return database
    .select({
      id: session.id,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      expiresAt: session.expiresAt,
      impersonatedBy: session.impersonatedBy,
      tokenOutdated: session.tokenOutdated,
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
    .innerJoin(user, eq(user.id, session.userId));
}

/**
 * Those of some sessions that go on, with what decides what they may do: one statement, by their ids.
 * @throws where the database can't be asked.
 */
export async function findSessions(
  database: Pick<Database, "sql">,
  ids: string[],
): Promise<{ id: string; expiresAt: Date; user: { id: string; role: string } }[]> {
  return await database.sql
    .select({ id: session.id, expiresAt: session.expiresAt, user: { id: user.id, role: user.role } })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.id, ids), isGoingOn));
}

function isRenewalDue(expiresAt: Date): boolean {
  return expiresAt.getTime() - Date.now() < (sessionSeconds - sessionRenewalSeconds) * 1_000;
}

/** What a session is from now on; undefined where another request was faster. */
async function renew(
  database: Database["sql"],
  { id, token, tokenOutdated }: { id: string; token: string; tokenOutdated: boolean },
  isDue: boolean,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const seconds = (count: number) => sql`now() + make_interval(secs => ${count})`;
  const [renewed] = await database
    .update(session)
    .set({
      updatedAt: sql`now()`,
      ...(isDue && { expiresAt: seconds(sessionSeconds) }),
      // Without a fresh token, the one before would come to life again with the time.
      tokenBefore: tokenOutdated ? token : null,
      ...(tokenOutdated && { token: newToken(), tokenOutdated: false }),
    })
    .where(
      and(
        eq(session.id, id),
        eq(session.token, token),
        or(
          isDue ? lte(session.expiresAt, seconds(sessionSeconds - sessionRenewalSeconds)) : undefined,
          tokenOutdated ? eq(session.tokenOutdated, true) : undefined,
        ),
      ),
    )
    .returning({ token: session.token, expiresAt: session.expiresAt });
  return renewed;
}

/** Notes that a session is in use. */
async function touch(database: Database["sql"], id: string): Promise<void> {
  await database
    .update(session)
    .set({ updatedAt: sql`now()`, tokenBefore: null })
    .where(eq(session.id, id));
}
