import { StandardOpenAPIHandler, StandardOpenAPIMatcher } from "@orpc/openapi/standard";
import { unlazyRouter } from "@orpc/server";
import { aroundOperation } from "#rpc/around-operation.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { rejectUnknownParameters } from "#rpc/query-parameters.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { answerOperations, type OrpcResponse, toHandlerResponse } from "#rpc/standard-handler.server.ts";
import { errorResponse } from "#server/http/error-response.ts";
import { api, noSuchOperation } from "../request/api.server.ts";
import { type RestErrorCode, restErrors } from "./errors.ts";
import { answerOnce, readIdempotencyKey, type RestContext } from "./idempotency.server.ts";
import { limitRequests } from "./limit-requests.server.ts";
import { rejectKey } from "./reject-key.server.ts";

let answerRest: ReturnType<typeof createRest> | undefined;

/** As for RPC, `clientInterceptors` surround the operation alone. */
async function createRest() {
  const router = await unlazyRouter(api);
  const handler = new StandardOpenAPIHandler(router, {
    clientInterceptors: [...aroundOperation, rejectUnknownParameters, answerOnce],
  });
  return answerOperations<RestContext>({
    handler,
    matcher: new StandardOpenAPIMatcher(),
    router,
    prefix: "/api/rest",
  });
}

type Handled = { request: Request; context: Pick<RequestContext, "operationContext" | "services"> };

/** Handles another program's call of an operation. */
export async function handleRest({ request, context }: Handled): Promise<Response> {
  // optional: api-keys
  const rejection = await rejectKey(request, context);
  if (rejection) return rejection;
  // end: api-keys
  const operationContext = await context.operationContext();
  const { apiRequestsPerMinute: limit } = context.services.config;
  return await limitRequests({ context: operationContext, limit, url: request.url }, () =>
    callRest(request, operationContext),
  );
}

/** Calls an operation by its REST request. */
export async function callRest(request: Request, context: OperationContext): Promise<Response> {
  const idempotencyKey = readIdempotencyKey(request.headers);
  if (idempotencyKey === null) return restError("IDEMPOTENCY_KEY_INVALID");
  const answer = await (answerRest ??= createRest());
  const response = await answer(request, { ...context, idempotencyKey });
  if (!response) return noSuchOperation();
  if (response.status === 429) addRetryAfter(response);
  return toHandlerResponse(response);
}

/** Sends the waiting time of an operation's own limit as a header, too. */
function addRetryAfter({ headers, body }: OrpcResponse): void {
  const { data } = body as { data?: { retryAfterSeconds?: number } };
  if (data?.retryAfterSeconds) headers["retry-after"] = String(data.retryAfterSeconds);
}

function restError(code: RestErrorCode): Response {
  const { status, message } = restErrors[code];
  return errorResponse(status, code, message);
}
