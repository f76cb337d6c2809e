import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import type { Database } from "#server/database/connect.ts";
import { preparedStatement } from "#server/database/prepared.ts";
import {
  type CookieSettings,
  readSessionCookie,
  type SessionCookie,
  sessionCookie,
  sessionLifetime,
  sessionRenewalSeconds,
} from "../../server/cookies.ts";
import { newToken } from "../../server/tokens.ts";
import { confirmationMinutes } from "../../limits.ts";
import { mustUsePasskey } from "../../passkeys/server/must-use-passkey.ts";
import { isNotBanned } from "../../store.ts";
import { passkey, session } from "../../table.ts";
import { replacedToken } from "../store.ts";

/** The precision of a session's last use, in seconds: each update is a write. */
const lastUseSeconds = 10 * 60;

/** How long the previous token stays valid after its replacement, for requests already sent with it. */
const tokenGraceSeconds = 10;

/** A confirmation counts for the new token only: someone else may have the previous one. */
const unconfirmed = { recently: false, recentlyWithPasskey: false, withPasskey: false };

type Lifetime = ReturnType<typeof sessionLifetime>;

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
 * A second statement renews the session at most once a day, within its absolute lifetime, and gives it a new token after the user's roles have changed;
 * then, and if an earlier secret signed the cookie, `renewedCookie` is the session cookie to send. For a request with the previous token, `currentCookie` is the one
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
  const cookie = readSessionCookie(settings, headers);
  if (!cookie) return null;
  const { token } = cookie;
  const lifetime = sessionLifetime(settings);
  const [found] = await findByToken(database.sql, { token, maxSeconds: lifetime.maxSeconds });
  if (!found) return await findByPreviousToken(database.sql, settings, token);
  const current = toSession(settings, found);
  const { tokenOutdated } = found;
  // An impersonation is never extended.
  const isDue = current.impersonatedBy === null && isRenewalDue(current, lifetime);
  if (tokenOutdated || isDue) {
    const renewed = await renew(database.sql, found, isDue ? lifetime : undefined);
    // One of several concurrent requests renews the session.
    if (!renewed) return current;
    const renewedCookie = sessionCookie(settings, renewed);
    return { ...current, expiresAt: renewed.expiresAt, renewedCookie };
  }
  if (Date.now() - current.updatedAt.getTime() > lastUseSeconds * 1_000)
    await updateLastUse(database.sql, current.id);
  return cookie.isCurrent ? current : { ...current, renewedCookie: sessionCookie(settings, found) };
}

/** While one of a page's requests gets a new token, the others still carry the previous one. It is never confirmed. */
async function findByPreviousToken(
  database: Database["sql"],
  settings: CookieSettings,
  previousToken: string,
): Promise<(Session & { currentCookie: SessionCookie }) | null> {
  const isInGracePeriod = gt(session.updatedAt, sql`now() - make_interval(secs => ${tokenGraceSeconds})`);
  const expiry = expiryOf(sessionLifetime(settings).maxSeconds);
  const [found] = await selectSession(database, expiry).where(
    and(eq(session.tokenBefore, previousToken), isInGracePeriod, isActive(expiry)),
  );
  if (!found) return null;
  const current = toSession(settings, { ...found, confirmed: unconfirmed });
  return { ...current, currentCookie: sessionCookie(settings, found) };
}

/** When a session expires: `expiresAt`, or the end of its absolute lifetime, which may be shorter than at its renewal. */
export function expiryOf(maxSeconds: number | Placeholder) {
  const end = sql`${session.createdAt} + make_interval(secs => ${maxSeconds})`;
  return sql<Date>`least(${session.expiresAt}, ${end})`.mapWith(session.expiresAt);
}

/** The session has not expired, and its user is not banned. */
function isActive(expiry: SQL<Date>) {
  return and(gt(expiry, sql`now()`), isNotBanned);
}

const findByToken = preparedStatement("find session", (database) => {
  const expiry = expiryOf(sql.placeholder("maxSeconds"));
  return selectSession(database, expiry).where(
    and(eq(session.token, sql.placeholder("token")), isActive(expiry)),
  );
});

type SelectedSession = Awaited<ReturnType<typeof selectSession>>[number];

function toSession(
  { config }: Pick<CookieSettings, "config">,
  { token: _, tokenOutdated: __, hasPasskey, confirmed, user, ...selected }: SelectedSession,
): Session {
  const isPasskeyRequired = mustUsePasskey(config.auth, user);
  // Without a passkey, a code lets them add one.
  const isCodeEnough = !isPasskeyRequired || !hasPasskey;
  return {
    ...selected,
    isConfirmed: isCodeEnough ? confirmed.recently : confirmed.recentlyWithPasskey,
    confirmationMethods: [
      ...(hasPasskey ? (["passkey"] as const) : []),
      ...(isCodeEnough ? (["code"] as const) : []),
    ],
    user: { ...user, needsPasskey: isPasskeyRequired && !confirmed.withPasskey },
  };
}

/** Whether a confirmation was within the last minutes. */
function isRecent(confirmedAt: typeof session.confirmedAt | typeof session.passkeyConfirmedAt) {
  const since = sql`now() - interval ${sql.raw(`'${confirmationMinutes} minutes'`)}`;
  return sql<boolean>`coalesce(${gt(confirmedAt, since)}, false)`;
}

function selectSession(database: Database["sql"], expiry: SQL<Date>) {
  const passkeys = database.select({ id: passkey.id }).from(passkey).where(eq(passkey.userId, user.id));
  return database
    .select({
      id: session.id,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      expiresAt: expiry,
      impersonatedBy: session.impersonatedBy,
      token: session.token,
      tokenOutdated: session.tokenOutdated,
      confirmed: {
        recently: isRecent(session.confirmedAt),
        recentlyWithPasskey: isRecent(session.passkeyConfirmedAt),
        withPasskey: sql<boolean>`${isNotNull(session.passkeyConfirmedAt)}`,
      },
      hasPasskey: sql<boolean>`${exists(passkeys)}`,
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
  { database, ...settings }: Pick<CookieSettings, "config"> & { database: Pick<Database, "sql"> },
  ids: string[],
): Promise<{ id: string; expiresAt: Date; user: { id: string; role: string; needsPasskey: boolean } }[]> {
  const expiry = expiryOf(sessionLifetime(settings).maxSeconds);
  const rows = await database.sql
    .select({
      id: session.id,
      expiresAt: expiry,
      passkeyConfirmedAt: session.passkeyConfirmedAt,
      user: { id: user.id, role: user.role },
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.id, ids), isActive(expiry)));
  return rows.map(({ passkeyConfirmedAt, ...row }) => {
    const needsPasskey = passkeyConfirmedAt === null && mustUsePasskey(settings.config.auth, row.user);
    return { ...row, user: { ...row.user, needsPasskey } };
  });
}

function isRenewalDue(
  { createdAt, expiresAt }: Pick<Session, "createdAt" | "expiresAt">,
  { seconds, maxSeconds }: Lifetime,
): boolean {
  const isADayOld = expiresAt.getTime() - Date.now() < (seconds - sessionRenewalSeconds) * 1_000;
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
  const seconds = (count: number) => sql`now() + make_interval(secs => ${count})`;
  const [renewed] = await database
    .update(session)
    .set({
      updatedAt: sql`now()`,
      ...(lifetime && {
        expiresAt: sql`least(${seconds(lifetime.seconds)}, ${session.createdAt} + make_interval(secs => ${lifetime.maxSeconds}))`,
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
          lifetime && lte(session.expiresAt, seconds(lifetime.seconds - sessionRenewalSeconds)),
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
