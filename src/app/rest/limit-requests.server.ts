import type { Caller, OperationContext } from "#rpc/context.ts";
import { recordDenial } from "#rpc/record-denial.server.ts";
import { tooManyRequests } from "#server/http/error-response.ts";
import { clientNetwork } from "#server/limits/client-network.ts";
import { consumeLimit, type LimitState } from "#server/limits/rate-limit.ts";

const windowSeconds = 60;

const policyName = "requests";

/**
 * Counts a REST request for who makes it, and adds the headers of
 * draft-ietf-httpapi-ratelimit-headers-10. Signed-out requests are limited by their operations.
 */
export async function limitRequests(
  { context, limit, url }: { context: OperationContext; limit: number; url: string },
  respond: () => Promise<Response>,
): Promise<Response> {
  const { caller } = context;
  if (!caller || limit === 0) return await respond();
  const key = `rest ${nameOf({ ...context, caller })}`;
  const state = await consumeLimit(context.database, { key, limit, windowSeconds });
  if (!state.allowed) await recordDenial(context, "TOO_MANY_REQUESTS", new URL(url).pathname);
  const response = state.allowed ? await respond() : tooManyRequests(state);
  for (const [name, value] of Object.entries(limitHeaders(limit, state))) response.headers.set(name, value);
  return response;
}

/** For whom requests count together: all sessions of a user are one. */
function nameOf(context: OperationContext & { caller: Caller }): string {
  if (context.caller.key) return `key ${context.caller.key.id}`; // optional: api-keys
  // The user of a demo is everyone. // optional: demo
  if (context.isDemo) return `client ${clientNetwork(context.clientAddress)}`; // optional: demo
  return `user ${context.caller.user.id}`;
}

function limitHeaders(limit: number, { remaining, resetSeconds }: LimitState) {
  return {
    "ratelimit-policy": `"${policyName}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policyName}";r=${remaining};t=${resetSeconds}`,
  };
}
