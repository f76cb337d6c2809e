import { recordActivity } from "#server/activity/record-activity.ts";
import {
  recordFailure,
  recordSecurityEvent,
  type SecurityContext,
} from "#server/activity/security-events.ts";
import type { Session } from "../sessions/server/find-session.ts";
import type { Auth } from "./auth.ts";
import { securityContext } from "./auth-activity.ts";
import type { Client } from "./request-client.ts";

type Signed = Pick<Session, "id" | "impersonatedBy" | "user">;

/** What better-auth did in a request. */
type Outcome = { path: string; session: Signed | null; body: string | undefined; response: Response };

/** Records what better-auth itself did; our endpoints and hooks record the rest. */
export async function recordOutcome(auth: Auth, client: Client, outcome: Outcome): Promise<void> {
  const { path, session, response } = outcome;
  if (path.startsWith("/callback/")) return await recordProviderError(auth, client, outcome);
  if (!session || !response.ok) return;
  if (path === "/sign-out") await recordSignOut(auth, client, session);
  if (path === "/revoke-sessions" || path === "/revoke-other-sessions")
    await recordSecurityEvent(auth.database.sql, contextIn(auth, client, session), {
      event: "revokeSessions",
      subject: { type: "session" },
    });
  if (path === "/update-user") {
    const { name } = JSON.parse(outcome.body ?? "{}") as { name: string };
    const { user } = session;
    await recordActivity(auth.database.sql, contextIn(auth, client, session), {
      action: "update",
      subject: { type: "user", id: user.id, name },
      before: { name: user.name },
      after: { name },
    });
  }
}

/** Records that a user ended their session. */
export async function recordSignOut(auth: Auth, client: Client, session: Signed): Promise<void> {
  await recordSecurityEvent(auth.database.sql, contextIn(auth, client, session), {
    event: "signOut",
    subject: { type: "session", id: session.id },
  });
}

/** Records that a client has exceeded the limit of started social sign-ins. */
export async function recordSocialLimit(auth: Auth, client: Client): Promise<void> {
  await recordFailure(auth.database.sql, securityContext(auth, client), {
    event: "rateLimitExceeded",
    subject: { type: "session" },
    details: { method: "social", reason: "TOO_MANY_REQUESTS" },
  });
}

/** A social sign-in that was rejected redirects to a page with the error in its query. */
async function recordProviderError(auth: Auth, client: Client, { path, response }: Outcome): Promise<void> {
  const location = response.headers.get("location");
  const target = location === null ? undefined : URL.parse(location, auth.config.baseUrl);
  const error = target?.searchParams.get("error");
  if (!error) return;
  // Part of the request's query.
  const reason = /^\w{1,60}$/.test(error) ? error : "unknown_error";
  await recordFailure(auth.database.sql, securityContext(auth, client), {
    event: "signInFailed",
    subject: { type: "session" },
    details: { method: path.slice("/callback/".length), reason },
  });
}

function contextIn(auth: Auth, client: Client, { user, impersonatedBy }: Signed): SecurityContext {
  return { ...securityContext(auth, client), caller: { user, impersonatedBy } };
}
