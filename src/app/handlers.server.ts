import { unlazyRouter } from "@orpc/server";
import { StandardRPCHandler } from "@orpc/server/standard";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { recordDenials } from "#rpc/record-denial.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { toOrpcRequest, toHandlerResponse } from "#rpc/standard-handler.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import type { HandlerResponse } from "#server/http/text-response.ts";
import { api } from "./api.server.ts";
import { restDescription } from "./rest/openapi.server.ts";

let handler: ReturnType<typeof createHandler> | undefined;

/**
 * `clientInterceptors` surround the operation alone: oRPC itself responds with BAD_REQUEST to an input that it can't
 * decode. The operations are loaded here, because it would take a failure to load them for such an input.
 */
async function createHandler() {
  const clientInterceptors = [recordDenials, maskUnexpectedErrors];
  return new StandardRPCHandler(await unlazyRouter(api), { clientInterceptors });
}

type Handled = { request: Request; context: RequestContext };

/** Handles the browser's call of an operation. */
export async function handleRpc({ request, context }: Handled): Promise<HandlerResponse> {
  const operation = { prefix: "/api/rpc", context: await context.operationContext() } as const;
  const { response } = await (await (handler ??= createHandler())).handle(toOrpcRequest(request), operation);
  return response ? toHandlerResponse(response) : noSuchOperation();
}

/** Describes the REST interface. */
export async function handleOpenApi({ context: { services } }: Handled): Promise<Response> {
  const document = await restDescription(services.config);
  return Response.json(document, { headers: { "cache-control": "public, max-age=300" } });
}

/** The response to a path that no operation has. */
export function noSuchOperation(): Response {
  return errorResponse(404, "NOT_FOUND", "There is no such operation.");
}
