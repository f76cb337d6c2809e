import { clientNetwork } from "#server/limits/client-network.ts";
import { consumeLimits, type RateLimit } from "#server/limits/rate-limit.ts";
import type { Sql } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import type { ActivityFields } from "./changed-fields.ts";
import { type ActivityContext, type ActivityEntry, actorId, recordActivity } from "./record-activity.ts";

/** Events of authentication and authorization, with their level in the log (docs/security.md, "Security events"). */
const levels = {
  signUp: "info",
  signIn: "info",
  signInFailed: "warn",
  signOut: "info",
  revokeSessions: "info",
  confirm: "info",
  confirmationFailed: "warn",
  verifyEmail: "info",
  changeEmail: "info",
  undoEmailChange: "warn",
  addPasskey: "info", // optional: passkeys
  removePasskey: "info", // optional: passkeys
  // optional: api-keys
  createKey: "info",
  revokeKey: "info",
  revokeKeys: "info",
  endedKeyUsed: "warn",
  dismissKeyUse: "info",
  // end: api-keys
  linkAccount: "info", // optional: social
  unlinkAccount: "info", // optional: social
  downloadData: "info",
  deleteAccount: "info",
  permissionDenied: "warn",
  rateLimitExceeded: "warn",
  ban: "info",
  unban: "info",
  setRole: "info",
  impersonate: "info", // optional: impersonation
  stopImpersonating: "info", // optional: impersonation
} as const;

export type SecurityEventName = keyof typeof levels;

export type SecurityEvent = Omit<ActivityEntry, "action"> & {
  event: SecurityEventName;
  /** Stored as values of the entry, and logged: neither secrets nor email addresses. */
  details?: ActivityFields;
};

export type SecurityContext = ActivityContext & { log: Pick<Log, "info" | "warn"> };

/** Records events in the transaction of what they are about, and logs them. */
export async function recordSecurityEvent(
  transaction: Sql,
  context: SecurityContext,
  ...events: SecurityEvent[]
): Promise<void> {
  await recordActivity(transaction, context, ...events.map(entryOf));
  for (const event of events) logSecurityEvent(context, event);
}

/**
 * Logs a failure, and records it within limits, so that neither a user nor strangers can fill the table.
 * @param database no transaction: a rollback would undo what was consumed
 */
export async function recordFailure(
  database: Sql,
  context: SecurityContext,
  event: SecurityEvent,
): Promise<void> {
  logSecurityEvent(context, event);
  const { allowed } = await consumeLimits({ sql: database }, failureLimits(context, event));
  if (allowed) await recordActivity(database, context, entryOf(event));
}

/** The client's limit first, so that one client can't use up what is shared. */
function failureLimits({ caller, clientAddress }: ActivityContext, { event }: SecurityEvent): RateLimit[] {
  if (caller) return [{ key: `failures of ${caller.user.id} ${event}`, limit: 20, windowSeconds: 600 }];
  const client = clientNetwork(clientAddress ?? "");
  return [
    { key: `failures of client ${client} ${event}`, limit: 10, windowSeconds: 600 },
    { key: "failures of strangers", limit: 500, windowSeconds: 3_600 },
  ];
}

function entryOf({ event, details, after, ...entry }: SecurityEvent): ActivityEntry {
  return { ...entry, action: event, after: { ...after, ...details } };
}

/** Logs an event. Names and values are not logged: they may contain email addresses. */
export function logSecurityEvent(
  { caller, requestId, clientAddress, log }: SecurityContext,
  { event, subject, details }: SecurityEvent,
): void {
  log[levels[event]](
    {
      event,
      ...(requestId !== null && { id: requestId }),
      ...(clientAddress !== null && { client: clientAddress }),
      ...(caller && { user: actorId(caller) }),
      ...(caller?.key && { key: caller.key }), // optional: api-keys
      ...(caller?.impersonatedBy && { actingFor: caller.user.id }), // optional: impersonation
      subject: subject.id ? `${subject.type} ${subject.id}` : subject.type,
      ...details,
    },
    "security event",
  );
}
