import { readApiKey } from "#features/auth/keys/server/find-key.ts";
import { recordRejectedKey } from "#features/auth/keys/server/reject-key.ts";
import { readSessionCookie } from "#features/auth/server/cookies.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { errorResponse, tooManyRequests } from "#server/http/error-response.ts";

/** REST's errors of requests with an API key. */
export const keyErrors = {
  KEY_AND_SESSION: { status: 400, message: "Send an API key or a session cookie, not both." },
  INVALID_API_KEY: { status: 401, message: "The API key is unknown, expired or revoked." },
} as const;

/**
 * Rejects a REST request whose API key is not valid, or which also has a session.
 * @returns undefined without a key, and with a valid one
 */
export async function rejectKey(
  request: Request,
  context: Pick<RequestContext, "operationContext" | "services">,
): Promise<Response | undefined> {
  const key = readApiKey(request);
  if (key === undefined) return undefined;
  if (readSessionCookie(context.services, request.headers)) return keyError("KEY_AND_SESSION");
  const operationContext = await context.operationContext();
  if (operationContext.caller) return undefined;
  const { pathname: path } = new URL(request.url);
  const state = await recordRejectedKey(operationContext, { key, path });
  if (!state.allowed) return tooManyRequests(state);
  const response = keyError("INVALID_API_KEY");
  // RFC 6750, section 3.
  response.headers.set("www-authenticate", 'Bearer error="invalid_token"');
  return response;
}

function keyError(code: keyof typeof keyErrors): Response {
  const { status, message } = keyErrors[code];
  return errorResponse(status, code, message);
}
