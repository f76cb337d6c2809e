import { unlazyRouter } from "@orpc/server";
import { StandardRPCHandler, StandardRPCMatcher } from "@orpc/server/standard";
import { handleAuthRequest } from "#features/auth/server/handler.ts";
import { authService } from "#features/auth/server/service.ts";
import { buildHeader } from "#lib/build.ts";
import { aroundOperation } from "#rpc/around-operation.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { answerOperations, toHandlerResponse } from "#rpc/standard-handler.server.ts";
import { isKeptOffline } from "../features.server.ts";
import { handleRest } from "../rest/handle-rest.server.ts";
import { keptOfflineHeader } from "../routing/keep-offline.ts";
import { api, noSuchOperation } from "./api.server.ts";
import { callOperation } from "./call-operation.server.ts";
import type { AppRequestContext } from "./create-request-context.server.ts";

type Handled = { request: Request; context: RequestContext };

const onlyPost = methodNotAllowed("POST");

/**
 * The handlers of the paths below /api that have one of these names (specification, section 7). They are requested too often
 * for TanStack Start, which creates a router for each request, even for one without a page.
 */
export const apiHandlers = {
  /** The operations, for the browser. */
  rpc: async (handled) => (handled.request.method === "POST" ? await handleRpc(handled) : onlyPost()),
  /** The operations, for other programs: /api/openapi.json describes them. */ // optional: rest
  rest: handleRest, // optional: rest
  auth: async ({ request, context }) =>
    await handleAuthRequest(authService(context), request, {
      ...context,
      callOperation: async (path, input) =>
        await callOperation(await context.operationContext(), path, input),
    }),
} satisfies Record<string, (handled: Handled & { context: AppRequestContext }) => Promise<Response>>;

let answerRpc: ReturnType<typeof createRpc> | undefined;

/**
 * `clientInterceptors` surround the operation alone: oRPC itself responds with BAD_REQUEST to an input that it can't
 * decode. The operations are loaded here, because it would take a failure to load them for such an input.
 */
async function createRpc() {
  const router = await unlazyRouter(api);
  const handler = new StandardRPCHandler(router, { clientInterceptors: aroundOperation });
  return answerOperations({ handler, matcher: new StandardRPCMatcher(), router, prefix: "/api/rpc" });
}

/** Handles the browser's call of an operation. */
export async function handleRpc({ request, context }: Handled): Promise<Response> {
  const operationContext = await context.operationContext();
  const answer = await (answerRpc ??= createRpc());
  const response = await answer(request, operationContext);
  if (!response) return noSuchOperation();
  const [, , , ...path] = new URL(request.url).pathname.split("/"); // optional: offline
  if (isKeptOffline(path)) response.headers[keptOfflineHeader] = "1"; // optional: offline
  const { buildId } = context.services.files;
  if (buildId) response.headers[buildHeader] = buildId;
  return toHandlerResponse(response);
}
