import { and, eq, gt, inArray, lte, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { ConfirmationMethod } from "#rpc/context.ts";
import { defaultRole } from "#rpc/permissions.ts";
import { databaseTime, fromNow } from "#server/database/clock.ts";
import type { Database } from "#server/database/connect.ts";
import { preparedStatement } from "#server/database/prepared.ts";
import {
  type CookieSettings,
  readSessionCookie,
  sessionCookie,
  type SessionCookieName,
  sessionLifetime,
  sessionRenewalSeconds,
  type SignedToken,
} from "../../server/cookies.ts";
import { newToken } from "../../server/tokens.ts";
import {
  applyPasskeyRules,
  mustUsePasskey,
  noPasskeyUsed,
  passkeyColumns,
} from "../../passkeys/server/must-use-passkey.ts";
import { callerColumns, isNotBanned } from "../../store.ts";
import { session } from "../../table.ts";
import { expiryOf } from "./expiry.ts";
import { canBeKept, type KeptSessions } from "./kept-sessions.ts";
import { isRecent, replacedToken } from "../store.ts";

/** The precision of a session's last use, in seconds: each update is a write. */
const lastUseSeconds = 10 * 60;

/** How long the previous token stays valid after its replacement, for requests already sent with it. */
const tokenGraceSeconds = 10;

type Lifetime = ReturnType<typeof sessionLifetime>;

/** A request's session: the caller, and when the session was created and used. It never contains the token. */
export type Session = ReturnType<typeof toSession>;

/**
 * Finds the session of a request's cookie, with its user, in one prepared statement. Null if the cookie is missing or not
 * signed by us, the session has expired or was revoked, or the user was deleted or banned.
 *
 * A second statement renews the session at most once a day, within its absolute lifetime, and gives it a new token after the user's roles
 * have changed; then, and if an earlier secret signed the cookie, `renewedCookie` is the Set-Cookie header to send.
 * @param o.kept sessions that were found a few seconds ago, and need no statement // optional: live, redis
 * @throws if the database is unreachable
 */
export async function findSession({
  headers,
  name,
  ...settings
}: CookieSettings &
  Settings & {
    headers: Headers;
    name?: SessionCookieName;
    kept?: KeptSessions<Session> | undefined; // optional: live, redis
  }): Promise<FoundSession | null> {
  const cookie = readSessionCookie(settings, headers, name);
  if (!cookie) return null;
  // optional: live, redis
  const { kept } = settings;
  if (kept) return await kept.find(cookie.token, (keep) => findSessionByToken(settings, cookie, keep));
  // end: live, redis
  return await findSessionByToken(settings, cookie);
}

type Settings = Pick<CookieSettings, "config"> & { database: Pick<Database, "sql"> };

type FoundSession = Session & { renewedCookie?: string };

async function findSessionByToken(
  { database, ...settings }: CookieSettings & Settings,
  { token, isCurrent }: SignedToken,
  keep?: (found: Session) => void, // optional: live, redis
): Promise<FoundSession | null> {
  const lifetime = sessionLifetime(settings);
  const [found] = await findByToken(database.sql, { token, maxSeconds: lifetime.maxSeconds });
  if (!found) return null;
  const { config } = settings;
  if (found.token !== token)
    // A confirmation counts for the new token only: someone else may have the previous one.
    return toSession({
      ...found,
      isConfirmed: false,
      passkeyUse: { ...found.passkeyUse, ...noPasskeyUsed }, // optional: passkeys
      config,
    });
  const current = toSession({ ...found, config });
  const { tokenOutdated } = found;
  const isDue = isRenewalDue(current, lifetime);
  if (tokenOutdated || isDue) {
    const renewed = await renew(database.sql, found, isDue ? lifetime : undefined);
    // One of several concurrent requests renews the session.
    if (!renewed) return current;
    return { ...current, expiresAt: renewed.expiresAt, renewedCookie: sessionCookie(settings, renewed) };
  }
  if (databaseTime().getTime() - current.updatedAt.getTime() > lastUseSeconds * 1_000)
    await database.sql
      .update(session)
      .set({ updatedAt: sql`now()`, tokenBefore: null })
      .where(eq(session.id, current.id));
  if (!isCurrent) return { ...current, renewedCookie: sessionCookie(settings, found) };
  // optional: live, redis
  // For users who must use a passkey, adding one changes what confirms. // optional: passkeys
  if (mustUsePasskey(config.auth, found.user)) return current; // optional: passkeys
  if (canBeKept(found)) keep?.(current);
  // end: live, redis
  return current;
}

/** While one of a page's requests gets a new token, the others still carry the previous one. */
function hasToken(token: string | Placeholder) {
  const since = sql`now() - make_interval(secs => ${tokenGraceSeconds})`;
  return or(eq(session.token, token), and(eq(session.tokenBefore, token), gt(session.updatedAt, since)));
}

/** The rows of an active session and its user, by the current token or the one before, as better-auth's adapter returns them. */
export async function findSessionRow(
  database: Database["sql"],
  settings: Pick<CookieSettings, "config">,
  token: string,
) {
  const expiresAt = expiryOf(sessionLifetime(settings).maxSeconds);
  const [found] = await database
    .select({ session, user, expiresAt })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(hasToken(token), isActive(expiresAt)));
  if (!found) return null;
  // optional: passkeys
  const { passkeyConfirmedAt } = found.session;
  const needsPasskey = passkeyConfirmedAt === null && mustUsePasskey(settings.config.auth, found.user);
  // end: passkeys
  return {
    ...found.session,
    // Who sent the previous token doesn't get the current one.
    token,
    tokenBefore: null,
    expiresAt: found.expiresAt,
    user: {
      ...found.user,
      ...(needsPasskey && { role: defaultRole }), // optional: passkeys
    },
  };
}

/** The session has not expired, also since the transaction began, and its user is not banned. */
function isActive(expiry: SQL<Date>) {
  return and(gt(expiry, sql`clock_timestamp()`), isNotBanned);
}

const findByToken = preparedStatement("find session", (database) => {
  const expiry = expiryOf(sql.placeholder("maxSeconds"));
  return selectSession(database, expiry).where(and(hasToken(sql.placeholder("token")), isActive(expiry)));
});

type SelectedSession = Awaited<ReturnType<typeof selectSession>>[number];

const withCode: { confirmationMethods: ConfirmationMethod[] } = { confirmationMethods: ["code"] };

/** @param found with the product's settings, which rules may depend on */
function toSession({
  token: _,
  tokenOutdated: __,
  config,
  passkeyUse, // optional: passkeys
  ...selected
}: SelectedSession & Pick<CookieSettings, "config">) {
  return {
    ...selected,
    ...withCode,
    ...applyPasskeyRules(config.auth, selected, passkeyUse), // optional: passkeys
  };
}

function selectSession(database: Database["sql"], expiry: SQL<Date>) {
  return database
    .select({
      id: session.id,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      expiresAt: expiry,
      impersonatedBy: session.impersonatedBy, // optional: impersonation
      token: session.token,
      tokenOutdated: session.tokenOutdated,
      isConfirmed: isRecent(session.confirmedAt),
      passkeyUse: passkeyColumns(database), // optional: passkeys
      user: { ...callerColumns, createdAt: user.createdAt },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId));
}

/**
 * The sessions with these ids that are still active, in one statement.
 * @param o.isLocking locks them and their users until the transaction ends: the users first, as everywhere (deadlocks)
 * @throws if the database is unreachable
 */
export async function findSessions(
  { database, config, ...o }: Settings & { isLocking?: boolean },
  ids: string[],
): Promise<Session[]> {
  const expiry = expiryOf(sessionLifetime({ config }).maxSeconds);
  const found = selectSession(database.sql, expiry).where(and(inArray(session.id, ids), isActive(expiry)));
  const rows = await (o.isLocking ? found.for("no key update", { of: [user, session] }) : found);
  return rows.map((row) => toSession({ ...row, config }));
}

function isRenewalDue(found: Session, { seconds, maxSeconds }: Lifetime): boolean {
  if (found.impersonatedBy) return false; // optional: impersonation
  const { createdAt, expiresAt } = found;
  const isADayOld =
    expiresAt.getTime() - databaseTime().getTime() < (seconds - sessionRenewalSeconds) * 1_000;
  return isADayOld && expiresAt.getTime() < createdAt.getTime() + maxSeconds * 1_000;
}

/**
 * Renews a session.
 * @param lifetime if the session is due to live longer
 * @returns undefined if another request was faster
 */
async function renew(
  database: Database["sql"],
  { id, token, tokenOutdated }: { id: string; token: string; tokenOutdated: boolean },
  lifetime: Lifetime | undefined,
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const [renewed] = await database
    .update(session)
    .set({
      updatedAt: sql`now()`,
      ...(lifetime && {
        expiresAt: sql`least(${fromNow(lifetime.seconds)}, ${session.createdAt} + make_interval(secs => ${lifetime.maxSeconds}))`,
      }),
      // A new `updatedAt` would make the previous token valid again.
      tokenBefore: null,
      ...(tokenOutdated && replacedToken(newToken())),
    })
    .where(
      and(
        eq(session.id, id),
        eq(session.token, token),
        or(
          lifetime && lte(session.expiresAt, fromNow(lifetime.seconds - sessionRenewalSeconds)),
          tokenOutdated ? eq(session.tokenOutdated, true) : undefined,
        ),
      ),
    )
    .returning({ token: session.token, expiresAt: session.expiresAt });
  return renewed;
}
