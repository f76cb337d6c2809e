import { StandardOpenAPIHandler, StandardOpenAPIMatcher } from "@orpc/openapi/standard";
import { unlazyRouter } from "@orpc/server";
import { aroundOperation } from "#rpc/around-operation.server.ts";
import type { OperationContext } from "#rpc/context.ts";
import { rejectUnknownParameters } from "#rpc/query-parameters.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import {
  answerOperations,
  operationPath,
  type OrpcResponse,
  toHandlerResponse,
} from "#rpc/standard-handler.server.ts";
import { errorResponse, otherMethodResponse } from "#server/http/error-response.ts";
import { api, noSuchOperation } from "../request/api.server.ts";
import { type RestErrorCode, restErrors } from "./errors.ts";
import { answerOnce, readIdempotencyKey, type RestContext } from "./idempotency.server.ts";
import { limitRequests } from "./limit-requests.server.ts";
import { rejectKey } from "./reject-key.server.ts";

const prefix = "/api/rest";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

let rest: ReturnType<typeof createRest> | undefined;

/** As for RPC, `clientInterceptors` surround the operation alone. */
async function createRest() {
  const router = await unlazyRouter(api);
  const handler = new StandardOpenAPIHandler(router, {
    clientInterceptors: [...aroundOperation, rejectUnknownParameters, answerOnce],
  });
  const matcher = new StandardOpenAPIMatcher();
  const answer = answerOperations<RestContext>({ handler, matcher, router, prefix });
  /** The methods of a path's operations. */
  async function methodsOf(url: string): Promise<string[]> {
    const path = operationPath(url, prefix);
    const isOffered = await Promise.all(methods.map((method) => matcher.match(method, path)));
    return methods.filter((_, index) => isOffered[index]);
  }
  return { answer, methodsOf };
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
  const { answer, methodsOf } = await (rest ??= createRest());
  // HEAD is GET without the body, which the HTTP server leaves out (RFC 9110, section 9.3.2).
  const method = request.method === "HEAD" ? "GET" : request.method;
  const response = await answer(request, { ...context, idempotencyKey }, method);
  if (!response) return otherMethods(await methodsOf(request.url));
  if (response.status === 429) addRetryAfter(response);
  return toHandlerResponse(response);
}

/** @param offered the methods that the path has */
function otherMethods(offered: string[]): Response {
  if (offered.length === 0) return noSuchOperation();
  return otherMethodResponse(offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)));
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
