import { userSubject } from "#features/users/shared/user-subject.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { logSecurityEvent, recordSecurityEvent } from "#server/activity/security-events.ts";
import { clientNetwork } from "#server/limits/client-network.ts";
import { consumeLimit, type RateLimitResult } from "#server/limits/rate-limit.ts";
import { storeEndedKeyUse } from "../store.ts";

/** For rejected keys of a client. */
const rejections = { limit: 30, windowSeconds: 60 };

/**
 * Counts a request with an API key that is not valid for its client, and records it. Valid keys are found before and don't
 * count: a program in the same network keeps working, whatever others send.
 * @param path of the request
 * @returns whether the client may have its next key compared
 */
export async function recordRejectedKey(
  context: OperationContext,
  { key, path }: { key: string; path: string },
): Promise<RateLimitResult> {
  await reportEndedKey(context, key);
  const { clientAddress, database } = context;
  const limit = { key: `rejected keys ${clientNetwork(clientAddress)}`, ...rejections };
  const state = await consumeLimit(database, limit);
  if (!state.allowed) await recordDenial(context, "TOO_MANY_REQUESTS", path);
  else
    logSecurityEvent(context, {
      event: "permissionDenied",
      subject: { type: "operation", name: path },
      details: { operation: path, reason: "INVALID_API_KEY" },
    });
  return state;
}

/** Stores the use of a key that was revoked or has expired, for its user, and records it once an hour. */
async function reportEndedKey(context: OperationContext, key: string): Promise<void> {
  const { sql } = context.database;
  const ended = await storeEndedKeyUse(sql, key, context.clientAddress);
  if (!ended) return;
  const limit = { key: `ended key ${ended.id}`, limit: 1, windowSeconds: 3_600 };
  if (!(await consumeLimit({ sql }, limit)).allowed) return;
  await recordSecurityEvent(sql, context, {
    event: "endedKeyUsed",
    subject: userSubject(ended.user),
    details: { apiKey: ended.start },
  });
}
