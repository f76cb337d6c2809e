import { APIError, formCsrfMiddleware } from "better-auth/api";
import { actorId } from "#server/activity/record-activity.ts";
import type { Database } from "#server/database/connect.ts";
import { type AuthRequestInfo, infoOf } from "../../server/request-client.ts";
import type { SessionServices } from "./create-session.ts";
import { findSession, type Session } from "./find-session.ts";

/** The options of our endpoints of better-auth. */
export const post = { method: "POST" as const, requireHeaders: true as const, use: [formCsrfMiddleware] };

/** The session of a request to an endpoint, whose user the log names. */
export async function currentSession(
  services: SessionServices & { database: Database },
  headers: Headers,
  request: Request | undefined,
) {
  const session = await findSession({ ...services, headers });
  logUser(infoOf(request), session);
  return session;
}

/** Names the user in the request's log line. */
function logUser(info: AuthRequestInfo | undefined, session: Session | null): void {
  if (session) info?.addToLog?.({ user: actorId(session) });
}

/** The error without a session. */
export function unauthorized() {
  return new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Sign in to do this" });
}

/** A session as better-auth's endpoints return it, without its token. */
export function toBody({ user, renewedCookie: _, ...session }: Session & { renewedCookie?: string }) {
  return { session: { ...session, userId: user.id }, user };
}
