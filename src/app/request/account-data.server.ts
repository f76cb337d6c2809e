import type { RequestContext } from "#rpc/request-context.server.ts";
import { pageBefore, seeOther } from "../routing/form.ts";
import { callOperation } from "./call-operation.server.ts";

/** Sends everything that is stored about the user as a file. A browser without JavaScript is led to the confirmation that it needs. */
export async function handleAccountData({
  request,
  context,
}: {
  request: Request;
  context: Pick<RequestContext, "operationContext">;
}): Promise<Response> {
  const response = await callOperation(
    await context.operationContext(),
    ["auth", "download"],
    undefined,
    ({ headers, body }: { headers: Record<string, string>; body: File }) => new Response(body, { headers }),
  );
  if (response.status === 403 && request.headers.get("sec-fetch-mode") === "navigate") {
    const { code } = (await response.clone().json()) as { code?: unknown };
    if (code === "CONFIRMATION_REQUIRED")
      return seeOther("/login/confirm", { redirect: pageBefore(request) });
  }
  return response;
}
