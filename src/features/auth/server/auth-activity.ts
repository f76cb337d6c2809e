import type { ConfirmationMethod } from "#rpc/context.ts";
import {
  recordFailure,
  recordSecurityEvent,
  type SecurityContext,
  type SecurityEvent,
  type SecurityEventName,
} from "#server/activity/security-events.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import type { AuthErrorName } from "../errors/definitions.ts";
import type { Client } from "./request-client.ts";
import { type Failure, rateLimitFailure } from "./results.ts";

type Person = { id: string; name: string | null; email: string };

/** The context of what a client does at the authentication service. @param user who signs in, or is signed in */
export function securityContext(
  { log }: Pick<SecurityContext, "log">,
  { headers, clientAddress, requestId }: Client,
  user?: Person,
): SecurityContext {
  return {
    caller: user ? { user } : null,
    requestId,
    clientAddress,
    userAgent: headers.get("user-agent"),
    log,
  };
}

/** The event that a user has confirmed in their session that it's them. */
export function confirmation(sessionId: string, method: ConfirmationMethod): SecurityEvent {
  return { event: "confirm", subject: { type: "session", id: sessionId }, details: { method } };
}

/** Records that an account was created by its owner, in the same transaction. */
export async function recordSignUp(
  transaction: Sql,
  context: SecurityContext,
  { id, name, email }: Person,
): Promise<void> {
  const subject = { type: "user", id, name: name ?? email };
  await recordSecurityEvent(transaction, context, { event: "signUp", subject, after: { email } });
}

/** Records that a signed-in user didn't confirm that it's them. Exceeded limits are recorded for all operations. */
export async function recordFailedConfirmation(
  context: SecurityContext & { database: Pick<Database, "sql"> },
  failure: Failure,
  method: string,
): Promise<void> {
  if (failure.error.code === "TOO_MANY_REQUESTS") return;
  await recordRejection(context, context, failure, { event: "confirmationFailed", method });
}

/** Inputs that were compared with nothing. Anyone can send them without end. */
const isInputError = new Set<AuthErrorName>([
  "EMAIL_REQUIRED",
  "INVALID_EMAIL",
  "CODE_REQUIRED",
  "CODE_LENGTH",
  "NO_CHALLENGE",
]);

/**
 * Records that signing in was rejected. It looks up no account, so that it takes as long for an unknown email.
 * @param database no transaction
 * @param o.email the email that the client named, which is stored and not logged
 */
export async function recordRejection(
  { database }: { database: Pick<Database, "sql"> },
  context: SecurityContext,
  { error: { code } }: Failure,
  o: { event: SecurityEventName; method: string; email?: string },
): Promise<void> {
  if (isInputError.has(code)) return;
  await recordFailure(database.sql, context, {
    event: code === "TOO_MANY_REQUESTS" ? "rateLimitExceeded" : o.event,
    subject: { type: "session", name: o.email },
    details: { method: o.method, reason: code },
  });
}

/** Records that a client has exceeded a limit of the authentication service. @param method the endpoint's path */
export async function recordExceededLimit(
  { database, log }: { database: Pick<Database, "sql"> } & Pick<SecurityContext, "log">,
  client: Client,
  method: string,
): Promise<void> {
  await recordRejection({ database }, securityContext({ log }, client), rateLimitFailure(1), {
    event: "signInFailed",
    method,
  });
}
