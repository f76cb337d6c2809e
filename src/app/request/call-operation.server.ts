import { createRouterClient, ORPCError } from "@orpc/server";
import { aroundOperation } from "#rpc/around-operation.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { rejectUnknownParameters } from "#rpc/query-parameters.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { api } from "./api.server.ts";

/**
 * Responds to a request at another path by an operation.
 * @param path the operation's name, in parts: `["users", "list"]`
 */
export async function callOperation<Output>(
  context: OperationContext,
  path: readonly string[],
  input?: object,
  respond = (output: Output): Response => Response.json(output),
): Promise<Response> {
  const interceptors = [...aroundOperation, rejectUnknownParameters];
  let target: unknown = createRouterClient(api, { context, interceptors });
  for (const name of path) target = (target as Record<string, unknown>)[name];
  try {
    return respond(await (target as (input?: object) => Promise<Output>)(input));
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    return errorResponse(error.status, error.code, error.message, error.data);
  }
}
