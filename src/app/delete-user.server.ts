import type { OperationContext } from "#rpc/context.ts";
import { toResponse } from "#server/http/text-response.ts";
import { callRest } from "./rest/handle-rest.server.ts";

/**
 * Responds to /api/auth/delete-user with the operation that the account page uses, so that the same rules apply.
 * @param body with the code that was sent, in better-auth's field for it
 */
export async function deleteUser(
  body: string,
  context: { operationContext: () => Promise<OperationContext>; services: { config: { baseUrl: URL } } },
): Promise<Response> {
  const { token } = JSON.parse(body) as { token: string };
  const request = new Request(new URL("/api/rest/account/deletion", context.services.config.baseUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: token }),
  });
  return toResponse(await callRest(request, await context.operationContext()));
}
