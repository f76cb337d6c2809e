import { and, eq, gt, inArray, lte, not, or, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import type { Database } from "#server/database/connect.ts";
import {
  type CookieSettings,
  readSessionCookie,
  type SessionCookie,
  sessionCookie,
  sessionRenewalSeconds,
  sessionSeconds,
} from "../../server/cookies.ts";
import { newToken } from "../../server/tokens.ts";
import { session } from "../../table.ts";

/** The precision of a session's last use, in seconds: each update is a write. */
const lastUseSeconds = 10 * 60;

/** How long the previous token stays valid after a renewal, for requests already sent with it. */
const tokenGraceSeconds = 10;

/** A request's session: the caller, and when the session was created and used. It never contains the token. */
export type Session = Omit<Caller, "sessionId" | "user"> & {
  id: string;
  createdAt: Date;
  /** When it was last used, to within 10 minutes. */
  updatedAt: Date;
  user: Caller["user"] & { createdAt: Date };
};

/**
 * Finds the session of a request's cookie, with its user, in one prepared statement. Null if the cookie is missing or not
 * signed by us, the session has expired or was revoked, or the user was deleted or banned.
 *
 * A second statement renews the session at most once a day, and gives it a new token after the user's roles have changed;
 * then `renewedCookie` is the session cookie to send. For a request with the previous token, `currentCookie` is the one
 * that the response to another request sends: only better-auth may get it.
 * @throws if the database is unreachable
 */
export async function findSession({
  database,
  headers,
  ...settings
}: CookieSettings & { database: Pick<Database, "sql">; headers: Headers }): Promise<
  (Session & { renewedCookie?: SessionCookie; currentCookie?: SessionCookie }) | null
> {
  const token = readSessionCookie(settings, headers);
  if (token === undefined) return null;
  const [found] = await lookup(database.sql).execute({ token });
  if (!found) {
    const previous = await findByPreviousToken(database.sql, token);
    return previous && { ...previous.session, currentCookie: sessionCookie(settings, previous.token) };
  }
  const { token: _, tokenOutdated, ...current } = found;
  // An impersonation is never extended.
  const isDue = current.impersonatedBy === null && isRenewalDue(current.expiresAt);
  if (tokenOutdated || isDue) {
    const renewed = await renew(database.sql, found, isDue);
    // One of several concurrent requests renews the session.
    if (!renewed) return current;
    const renewedCookie = sessionCookie(settings, renewed.token);
    return { ...current, expiresAt: renewed.expiresAt, renewedCookie };
  }
  if (Date.now() - current.updatedAt.getTime() > lastUseSeconds * 1_000)
    await updateLastUse(database.sql, current.id);
  return current;
}

/** While one of a page's requests gets a new token, the others still carry the previous one. */
async function findByPreviousToken(
  database: Database["sql"],
  previousToken: string,
): Promise<{ session: Session; token: string } | null> {
  const isInGracePeriod = gt(session.updatedAt, sql`now() - make_interval(secs => ${tokenGraceSeconds})`);
  const [found] = await selectSession(database).where(
    and(eq(session.tokenBefore, previousToken), isInGracePeriod, isActive),
  );
  if (!found) return null;
  const { token, tokenOutdated: _, ...current } = found;
  return { session: current, token };
}

/** The session has not expired, and its user is not banned. */
const isActive = and(
  gt(session.expiresAt, sql`now()`),
  or(not(user.banned), lte(user.banExpires, sql`now()`)),
);

/** One prepared statement for each database. */
const prepared = new WeakMap<Database["sql"], ReturnType<typeof prepareLookup>>();

function lookup(database: Database["sql"]) {
  const known = prepared.get(database) ?? prepareLookup(database);
  prepared.set(database, known);
  return known;
}

function prepareLookup(database: Database["sql"]) {
  return selectSession(database)
    .where(and(eq(session.token, sql.placeholder("token")), isActive))
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
      token: session.token,
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
 * The sessions with these ids that are still active, in one statement.
 * @throws if the database is unreachable
 */
export async function findSessions(
  database: Pick<Database, "sql">,
  ids: string[],
): Promise<{ id: string; expiresAt: Date; user: { id: string; role: string } }[]> {
  return await database.sql
    .select({ id: session.id, expiresAt: session.expiresAt, user: { id: user.id, role: user.role } })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.id, ids), isActive));
}

function isRenewalDue(expiresAt: Date): boolean {
  return expiresAt.getTime() - Date.now() < (sessionSeconds - sessionRenewalSeconds) * 1_000;
}

/** Renews a session. @returns undefined if another request was faster */
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
      // A new `updatedAt` would make the previous token valid again.
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

/** Stores that a session is in use. */
async function updateLastUse(database: Database["sql"], id: string): Promise<void> {
  await database
    .update(session)
    .set({ updatedAt: sql`now()`, tokenBefore: null })
    .where(eq(session.id, id));
}
