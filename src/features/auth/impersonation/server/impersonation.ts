import { eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { userSubject } from "#features/users/shared/user-subject.server.ts";
import { user } from "#features/users/table.ts";
import { recordSecurityEvent, type SecurityContext } from "#server/activity/security-events.ts";
import type { Database } from "#server/database/connect.ts";
import { securityContext } from "../../server/auth-activity.ts";
import { type CookieSettings, forgetCookie, readSessionCookie, sessionCookie } from "../../server/cookies.ts";
import type { Client } from "../../server/request-client.ts";
import { session } from "../../table.ts";
import { deleteSession } from "../../sessions/store.ts";
import { findSession, type Session } from "../../sessions/server/find-session.ts";

type Services = CookieSettings & { database: Database; log: SecurityContext["log"] };

type Resumed = {
  /** The administrator's own session; null if it has ended, or if its user is no administrator any more. */
  administrator: Session | null;
  /** The Set-Cookie headers for it, or those that sign the browser out. */
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
    const subject = userSubject(person);
    await recordSecurityEvent(transaction, context, { event: "stopImpersonating", subject });
  });
  return resume(services, own?.session.user.id === impersonatedBy ? own : null);
}

/**
 * Continues the administrator's own session after an impersonation has ended by itself. Only with a page, so that nothing
 * that was meant for the user is done as the administrator.
 * @param responseCookies gets the cookies of the response
 */
export async function resumeOnPage(
  services: Services,
  { method, headers }: Request,
  responseCookies: string[],
): Promise<Session | null> {
  const isPage = method === "GET" && (headers.get("accept") ?? "").includes("text/html");
  const resumed = isPage ? await resumeAdministrator(services, { headers }) : undefined;
  responseCookies.push(...(resumed?.setCookies ?? []));
  return resumed?.administrator ?? null;
}

/** @returns undefined if the browser keeps no session of an administrator */
async function resumeAdministrator(
  services: Services,
  client: Pick<Client, "headers">,
): Promise<Resumed | undefined> {
  if (!readSessionCookie(services, client.headers, "administrator")) return undefined;
  const own = await findAdministrator(services, client);
  await endExpiredImpersonations(services);
  return resume(services, own);
}

/** A session and the cookie to send for it. */
type Own = { session: Session; cookie: string };

function resume({ config }: Services, own: Own | null): Resumed {
  const setCookies = [own?.cookie ?? forgetCookie(config, "session"), forgetCookie(config, "administrator")];
  return { administrator: own && own.session, setCookies };
}

/** The administrator's own session, whose cookie the browser keeps during an impersonation. */
async function findAdministrator(
  services: Services,
  { headers }: Pick<Client, "headers">,
): Promise<Own | null> {
  const kept = readSessionCookie(services, headers, "administrator");
  const found = kept && (await findSession({ ...services, headers, name: "administrator" }));
  // It can't impersonate anyone itself: the cookie was put there by hand.
  if (!found || found.impersonatedBy !== null || !isAdministrator(services, found.user)) return null;
  const { renewedCookie, ...own } = found;
  return { session: own, cookie: renewedCookie ?? sessionCookie(services, { ...kept, ...own }) };
}

/** Whether a user is an administrator, by role or by AUTH_ADMIN_USER_IDS. */
function isAdministrator({ config }: Pick<Services, "config">, { id, role }: Session["user"]): boolean {
  return role.split(",").includes("admin") || config.auth.adminUserIds.includes(id);
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
        event: "stopImpersonating",
        subject: userSubject(row.user),
        details: { reason: "expired", expiredAt: expiresAt.toISOString() },
      });
    }
  });
}
