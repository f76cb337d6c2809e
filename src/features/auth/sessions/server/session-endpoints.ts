import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { eq } from "drizzle-orm";
import { recordSecurityEvent, type SecurityEvent } from "#server/activity/security-events.ts";
import type { Database } from "#server/database/connect.ts";
import { securityContext } from "../../server/auth-activity.ts";
import { forgetCookie, forgetSessionCookies } from "../../server/cookies.ts";
import { noBody } from "../../server/endpoint-rules.ts";
import { type AuthRequestInfo, clientOf } from "../../server/request-client.ts";
import { session as sessionTable } from "../../table.ts";
import { endSessionOfBrowser } from "../store.ts";
import type { SessionServices } from "./create-session.ts";
import type { Session } from "./find-session.ts";
import { currentSession, post, toBody, unauthorized } from "./endpoint-session.ts";

type Services = SessionServices & { database: Database };

/**
 * Ending sessions, instead of better-auth's own endpoints: those end sessions by their tokens, which a change of roles replaces
 * at any moment (docs/decisions/0021-session-limits.md), and don't record activity.
 */
export function sessionEndpoints(services: Services) {
  const { database, config } = services;

  async function record(headers: Headers, session: Session, event: SecurityEvent) {
    const context = { ...securityContext(services, clientOf(headers)), caller: session };
    await recordSecurityEvent(database.sql, context, event);
  }

  async function endSession(headers: Headers, request: Request | undefined) {
    // In a demo it is that of all visitors: only the browser forgets it. // optional: demo
    if (config.auth.isDemo) return; // optional: demo
    const session = await currentSession(services, headers, request);
    await endSessionOfBrowser(database.sql, services, { headers, id: session?.id });
    if (session)
      await record(headers, session, { event: "signOut", subject: { type: "session", id: session.id } });
  }

  const signOut = createAuthEndpoint(
    "/sign-out",
    { ...post, body: noBody },
    async ({ headers, request, responseHeaders, json }) => {
      await endSession(headers, request);
      for (const cookie of forgetSessionCookies(config)) responseHeaders.append("set-cookie", cookie);
      return json({ success: true });
    },
  );

  const revokeSessions = createAuthEndpoint(
    "/revoke-sessions",
    { ...post, body: noBody },
    async ({ headers, request, responseHeaders, json }) => {
      const session = await currentSession(services, headers, request);
      if (!session) throw unauthorized();
      await database.sql.delete(sessionTable).where(eq(sessionTable.userId, session.user.id));
      await record(headers, session, { event: "revokeSessions", subject: { type: "session" } });
      responseHeaders.append("set-cookie", forgetCookie(config, "session"));
      return json({ status: true });
    },
  );

  return {
    id: "sessions",
    endpoints: { signOut, revokeSessions },
  } satisfies BetterAuthPlugin;
}

/** The response to /get-session, as better-auth's, without its handler. */
export async function readSession({ session }: AuthRequestInfo): Promise<Response> {
  if (!session) throw new Error("This endpoint answers requests only");
  const found = await session();
  return Response.json(found && toBody(found));
}
