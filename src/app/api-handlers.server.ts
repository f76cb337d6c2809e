import { handleAuthRequest } from "#features/auth/server/handler.ts";
import { authService } from "#features/auth/server/service.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import type { HandlerResponse } from "#server/http/text-response.ts";
import { deleteUser } from "./delete-user.server.ts";
import { handleRpc } from "./handlers.server.ts";
import { listUsers } from "./list-users.server.ts";
import { handleRest } from "./rest/handle-rest.server.ts";

type Handler = (handled: { request: Request; context: RequestContext }) => Promise<HandlerResponse>;

const onlyPost = methodNotAllowed("POST");

/**
 * The handlers of the paths below /api/rpc, /api/rest and /api/auth (specification, section 7). They are requested too often
 * for TanStack Start, which creates a router for each request, even for one without a page.
 */
export const apiHandlers = {
  /** The operations, for the browser. */
  rpc: async (handled) => (handled.request.method === "POST" ? await handleRpc(handled) : onlyPost()),
  /** The operations, for other programs: /api/openapi.json describes them. */
  rest: handleRest,
  /** The authentication service, behind an allow-list. */
  auth: async ({ request, context }) =>
    await handleAuthRequest(authService(context), request, {
      ...context,
      listUsers: (parameters) => listUsers(parameters, context),
      deleteUser: (body) => deleteUser(body, context),
    }),
} satisfies Record<string, Handler>;
