import { ORPCError } from "@orpc/server";
import { logSecurityEvent, recordFailure, type SecurityEventName } from "#server/activity/security-events.ts";
import type { OperationContext } from "./context.ts";

const events: Partial<Record<string, SecurityEventName>> = {
  FORBIDDEN: "permissionDenied",
  PASSKEY_REQUIRED: "permissionDenied", // optional: passkeys
  NOT_WHILE_IMPERSONATING: "permissionDenied", // optional: impersonation
  TOO_MANY_REQUESTS: "rateLimitExceeded",
};

/** For oRPC's `interceptors`: records that an operation was denied. @param o.path the operation's name, in parts */
export function recordDenials<Result>({
  context,
  path,
  next,
}: {
  context: OperationContext;
  path: readonly string[];
  next(): Result;
}): Result {
  return Promise.resolve(next()).catch(async (error: unknown) => {
    if (error instanceof ORPCError) await recordDenial(context, error.code, path.join("."));
    throw error;
  }) as Result;
}

/**
 * Records that a permission or a rate limit denied something, if the error's code says so. It never throws: the client
 * gets the denial in any case.
 * @param name of the operation, or the path of the page, upload or download
 */
export async function recordDenial(context: OperationContext, code: string, name: string): Promise<void> {
  const event = events[code];
  if (!event) return;
  const denial = {
    event,
    subject: { type: "operation", name },
    details: { operation: name, reason: code },
  };
  // Everyone reads a demo's activity. // optional: demo
  if (context.isDemo) return logSecurityEvent(context, denial); // optional: demo
  const recorded = recordFailure(context.database.sql, context, denial);
  await recorded.catch((error: unknown) =>
    context.log.error({ id: context.requestId, err: error }, "A denial could not be recorded"),
  );
}
