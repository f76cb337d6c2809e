import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { ConfirmationMethod } from "#rpc/context.ts";
import type { Client } from "#features/auth/server/request-client.ts";
import { formatNumber } from "#i18n/formats.ts";
import { recordSecurityEvent, type SecurityContext } from "#server/activity/security-events.ts";
import { databaseTime, fromNow } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { defaultLanguage, isLanguage } from "#i18n/languages.ts";
import { type Device, parseUserAgent } from "#lib/user-agent.ts";
import { sessionLimit } from "../../limits.ts";
import { queueNotice } from "../../mails/queue-notice.ts";
import { securityContext } from "../../server/auth-activity.ts";
import { type CookieSettings, sessionLifetime } from "../../server/cookies.ts";
import { newToken } from "../../server/tokens.ts";
import { type SessionRow, someIds } from "../../store.ts";
import { session, device } from "../../table.ts";
import { confirmedNow, endSessionOfBrowser } from "../store.ts";

/** `languageOf` decides the language of a request's mail. */
export type SessionServices = CookieSettings & {
  log: SecurityContext["log"];
  languageOf: (request: { url: string; headers: Headers }) => string;
};

/**
 * Creates the session of a user who has signed in, and ends the one that the browser had. The caller has checked that the
 * user isn't banned.
 * @param database a transaction
 * @param method how they signed in, which also confirms that it's them
 */
export async function createSession(
  database: Sql,
  services: SessionServices,
  user: Owner,
  client: Client,
  method: ConfirmationMethod,
): Promise<SessionRow> {
  // First, so that it doesn't count as one of the user's sessions.
  await endReplacedSession(database, services, client);
  const expiresAt = fromNow(sessionLifetime(services).seconds);
  const values = { ...newSession(client), ...confirmedNow(method), expiresAt, userId: user.id };
  const [created] = await database.insert(session).values(values).returning();
  if (!created) throw new Error("The session was not stored");
  await reportSignIn(database, services, { ...created, user }, client, method);
  return created;
}

type Owner = { id: string; name: string | null; email: string };

/** Records a sign-in, and tells the user of a new device, and if their oldest session ended. */
async function reportSignIn(
  database: Sql,
  services: SessionServices,
  { id, hasEndedOldest, user }: { id: string; hasEndedOldest: boolean; user: Owner },
  client: Client,
  method: string,
): Promise<void> {
  if (hasEndedOldest) await reportSessionLimit(database, services, user, client);
  const isNewDevice = await reportNewDevice(database, services, user, client);
  await recordSecurityEvent(database, securityContext(services, client, user), {
    event: "signIn",
    subject: { type: "session", id },
    details: { method, ...(isNewDevice && { isNewDevice }) },
  });
}

/** Part of `createSession`, also for sessions that better-auth inserts (server/auth.ts). */
export function newSession({ headers, clientAddress }: Client) {
  return {
    token: newToken(),
    ipAddress: clientAddress,
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
  };
}

/** Another part of `createSession`: deletes the session that the browser had, and a few expired ones. */
async function endReplacedSession(database: Sql, settings: CookieSettings, { headers }: Client) {
  const isOld = and(
    lt(session.expiresAt, sql`now()`),
    // These stay until their end is recorded. // optional: impersonation
    isNull(session.impersonatedBy), // optional: impersonation
  );
  // In one statement, no index would help.
  await endSessionOfBrowser(database, settings, { headers });
  await database.delete(session).where(inArray(session.id, someIds(database, session, isOld)));
}

// optional: social
/** The rest of `createSession` for social sign-in, where better-auth inserts the row. @param provider its id */
export async function completeSession(
  database: Sql,
  services: SessionServices,
  created: Parameters<typeof reportSignIn>[2],
  client: Client,
  provider: string,
): Promise<void> {
  await endReplacedSession(database, services, client);
  await reportSignIn(database, services, created, client, provider);
}
// end: social

/** Tells a user that each new session ends their oldest one: once a day, however many sessions end. */
async function reportSessionLimit(
  database: Sql,
  services: SessionServices,
  { id, email }: { id: string; email: string },
  client: Client,
): Promise<void> {
  const limit = { key: `session limit notice ${id}`, limit: 1, windowSeconds: 24 * 60 * 60 };
  const { allowed } = await consumeLimit({ sql: database }, limit);
  if (!allowed) return;
  const context = noticeContext(services, client);
  const name = formatNumber(context.language, sessionLimit);
  await queueNotice(database, context, { to: email, kind: "oldestSessionEnded", name });
}

/** The context of a notice about what a client did: in the client's language. */
function noticeContext(
  { config, secrets, languageOf }: SessionServices,
  { headers }: Pick<Client, "headers">,
) {
  const key = languageOf({ url: config.baseUrl.href, headers });
  return { secrets, language: isLanguage(key) ? key : defaultLanguage };
}

/**
 * Tells a user by mail that they have signed in on a new device: with a browser and system that they haven't used before.
 * Their first sign-in is not reported.
 * @returns whether it is a new device
 */
async function reportNewDevice(
  database: Sql,
  services: SessionServices,
  { id, email }: { id: string; email: string },
  client: Client,
): Promise<boolean> {
  const used = parseUserAgent(client.headers.get("user-agent"));
  if (!(await rememberDevice(database, id, used))) return false;
  const context = noticeContext(services, client);
  const format = { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" } as const;
  await queueNotice(database, context, {
    to: email,
    kind: "newDevice",
    name: client.clientAddress,
    device: used,
    time: new Intl.DateTimeFormat(context.language, format).format(databaseTime()),
    link: new URL("/account", services.config.baseUrl).href,
  });
  return true;
}

/** Stores that a user signed in on a device. @returns whether it is new, and not their first */
async function rememberDevice(database: Sql, userId: string, { browser, system }: Device): Promise<boolean> {
  const { rows } = await database.execute<{ isNew: boolean }>(sql`
    insert into ${device} (user_id, browser, system) values (${userId}, ${browser ?? ""}, ${system ?? ""})
    on conflict (user_id, browser, system) do update set last_used_at = now()
    returning xmax = 0 and exists (select from ${device} as other where other.user_id = ${userId}) as "isNew"`);
  return rows[0]?.isNew ?? false;
}
