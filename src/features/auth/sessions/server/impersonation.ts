import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { user } from "#features/users/table.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import {
  recordSecurityEvent,
  type SecurityContext,
  type SecurityEvent,
} from "#server/activity/security-events.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import { impersonationMinutes } from "../../limits.ts";
import { securityContext } from "../../server/auth-activity.ts";
import { type CookieSettings, forgetCookie, readSessionCookie, sessionCookie } from "../../server/cookies.ts";
import type { Client } from "../../server/request-client.ts";
import { newToken } from "../../server/tokens.ts";
import { session } from "../../table.ts";
import { deleteSession } from "../store.ts";
import { findSession, type Session } from "./find-session.ts";

/**
 * Starts a session in which the caller, an administrator, acts as a user. It replaces one that the caller's session started
 * before.
 * @param database a transaction that has locked both users, and checked that the user isn't an administrator
 * @returns the Set-Cookie headers: the session's, and one that keeps the administrator's own session; undefined if that has
 * ended
 */
export async function startImpersonation(
  database: Sql,
  context: OperationContext,
  userId: string,
): Promise<string[] | undefined> {
  const { sessionId, user: administrator, expiresAt } = requireCaller(context);
  const [own] = await database
    .select({ token: session.token })
    .from(session)
    .where(eq(session.id, sessionId))
    .for("update");
  if (!own) return undefined;
  await database.delete(session).where(eq(session.administratorSessionId, sessionId));
  const token = newToken();
  const [started] = await database
    .insert(session)
    .values({
      token,
      userId,
      impersonatedBy: administrator.id,
      administratorSessionId: sessionId,
      expiresAt: sql`least(now() + make_interval(mins => ${impersonationMinutes}), ${expiresAt.toISOString()})`,
    })
    .returning({ expiresAt: session.expiresAt });
  if (!started) throw new Error("The session was not stored");
  const settings = { config: context, secrets: context.secrets };
  return [
    sessionCookie(settings, { token, ...started }).header,
    sessionCookie(settings, { token: own.token, expiresAt }, "administrator").header,
  ];
}

type Owner = { id: string; name: string | null; email: string };

type Services = CookieSettings & { database: Database; log: SecurityContext["log"] };

type Resumed = {
  /** The administrator's own session; null if it has ended. */
  administrator: Session | null;
  /** The Set-Cookie headers for it. */
  setCookies: string[];
};

/**
 * Stops the browser's impersonation, also an expired one, and continues the administrator's own session.
 * @param current the browser's session, if it is active
 * @returns undefined if the browser has no impersonation
 */
export async function stopImpersonation(
  services: Services,
  client: Client,
  current: Session | null,
): Promise<Resumed | undefined> {
  if (!current) return await resumeAdministrator(services, client);
  const { impersonatedBy, user: person } = current;
  if (impersonatedBy === null) return undefined;
  const own = await findAdministrator(services, client);
  await services.database.sql.transaction(async (transaction) => {
    if (!(await deleteSession(transaction, person.id, current.id))) return;
    const context = { ...securityContext(services, client), caller: { impersonatedBy, user: person } };
    await recordSecurityEvent(transaction, context, stopEvent(person));
  });
  return resume(services, own?.user.id === impersonatedBy ? own : null);
}

/** Continues the administrator's own session after an impersonation has ended by itself. @returns undefined if there is none */
export async function resumeAdministrator(
  services: Services,
  client: Pick<Client, "headers">,
): Promise<Resumed | undefined> {
  const own = await findAdministrator(services, client);
  if (!own) return undefined;
  await endExpiredImpersonations(services);
  return resume(services, own);
}

function resume({ config }: Services, own: (Session & { cookie: string }) | null): Resumed {
  const setCookies = [own?.cookie ?? forgetCookie(config, "session"), forgetCookie(config, "administrator")];
  return { administrator: own, setCookies };
}

/** The administrator's own session, whose cookie the browser keeps during an impersonation, and the cookie to send for it. */
async function findAdministrator(
  services: Services,
  { headers }: Pick<Client, "headers">,
): Promise<(Session & { cookie: string }) | null> {
  const kept = readSessionCookie(services, headers, "administrator");
  if (!kept) return null;
  const { pair } = sessionCookie(services, { ...kept, expiresAt: new Date() });
  const found = await findSession({ ...services, headers: new Headers({ cookie: pair }) });
  // It can't impersonate anyone itself: the cookie was put there by hand.
  if (!found || found.impersonatedBy !== null) return null;
  const { renewedCookie, currentCookie: _, ...own } = found;
  return { ...own, cookie: (renewedCookie ?? sessionCookie(services, { ...kept, ...own })).header };
}

/** Ends the impersonations that have expired, and records each with both people. */
export async function endExpiredImpersonations({
  database,
  log,
}: Pick<Services, "log"> & { database: Pick<Database, "sql"> }): Promise<void> {
  const administrator = alias(user, "administrator");
  await database.sql.transaction(async (transaction) => {
    const ended = await transaction
      .select({
        id: session.id,
        impersonatedBy: administrator.id,
        expiresAt: session.expiresAt,
        user: { id: user.id, name: user.name, email: user.email },
      })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .innerJoin(administrator, eq(administrator.id, session.impersonatedBy))
      .where(sql`${session.expiresAt} <= now()`)
      .limit(100)
      .for("update", { of: session, skipLocked: true });
    if (ended.length === 0) return;
    await transaction.delete(session).where(
      inArray(
        session.id,
        ended.map(({ id }) => id),
      ),
    );
    for (const { impersonatedBy, expiresAt, ...row } of ended) {
      const caller = { impersonatedBy, user: row.user };
      const context = { caller, requestId: null, clientAddress: null, userAgent: null, log };
      await recordSecurityEvent(transaction, context, {
        ...stopEvent(row.user),
        details: { reason: "expired", expiredAt: expiresAt.toISOString() },
      });
    }
  });
}

function stopEvent({ id, name, email }: Owner): SecurityEvent {
  return { event: "stopImpersonating", subject: { type: "user", id, name: name ?? email } };
}
