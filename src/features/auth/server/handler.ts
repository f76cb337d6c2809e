import { withCurrentRequest } from "#server/current-request.ts";
import {
  errorResponse,
  otherMethodResponse,
  temporaryErrorResponse,
  tooManyRequests,
} from "#server/http/error-response.ts";
import { serializeError } from "#server/log.ts";
import { refersToMissingRow } from "#server/database/postgres-errors.ts";
import { specifiedMessages } from "../errors/definitions.ts";
import { readSession } from "../sessions/server/session-endpoints.ts";
import type { Auth } from "./auth.ts";
import { recordExceededLimit } from "./auth-activity.ts";
import { signAgain } from "./cookies.ts";
import { isOpenMethod, openEndpoint, passwordError, providerEndpoints } from "./endpoint-rules.ts";
import { type AuthRequestInfo, requestWithClient } from "./request-client.ts";

/** The path of the authentication service (specification, section 9). */
export const authPath = "/api/auth";

/**
 * Handles a request to the authentication service by better-auth. The session is read without it, because it creates a router for each
 * request (docs/decisions/0057-better-auth-mounted.md). It never throws: failures are logged and get the status 500 or 503.
 */
export async function handleAuthRequest(
  auth: Auth,
  request: Request,
  info: AuthRequestInfo,
): Promise<Response> {
  const path = new URL(request.url).pathname.slice(authPath.length);
  const endpoint = openEndpoint(auth.openPaths, path);
  if (!endpoint) {
    const error = request.method === "POST" ? passwordError(path) : undefined;
    return error ? errorResponse(400, ...error) : errorResponse(404, "NOT_FOUND", "There is nothing here");
  }
  const methods = openMethods(auth, endpoint);
  if (!methods.includes(request.method)) return otherMethodResponse(methods);
  info.nameOperation?.(`auth${endpoint}`); // optional: telemetry
  try {
    const response = await (endpoint === "/get-session"
      ? readSession(info)
      : callInSlot(auth, request, info, endpoint));
    response.headers.set("cache-control", "no-store");
    return response;
  } catch (error) {
    if (request.signal.aborted) return errorResponse(499, "CLIENT_CLOSED_REQUEST", "The client has left");
    const details = { id: info.requestId, err: serializeError(error) };
    const temporary = temporaryErrorResponse(error);
    if (temporary) {
      auth.log.warn(details, "The authentication service needs what is unavailable");
      return temporary;
    }
    // All that better-auth stores refers to a user or a session.
    if (refersToMissingRow(error)) {
      auth.log.warn(details, "A user was deleted while they signed in");
      return errorResponse(401, ...errors[401]);
    }
    auth.log.error(details, "The authentication service failed");
    return errorResponse(500, "UNKNOWN_ERROR", "An error occurred");
  }
}

type Endpoint = { path?: string; options?: { method?: string | string[] } };

/** The open methods of an open endpoint. */
function openMethods({ betterAuth }: Auth, endpoint: string): string[] {
  const methods = Object.values(betterAuth.api as unknown as Record<string, Endpoint>)
    .filter(({ path }) => path === endpoint)
    .flatMap(({ options }) => options?.method ?? "GET")
    .filter((method) => isOpenMethod(endpoint, method));
  // HEAD is GET without the body, which the HTTP server leaves out. Others that are read by GET use up what they are sent.
  return endpoint === "/get-session" ? [...methods, "HEAD"] : methods;
}

async function callInSlot(
  auth: Auth,
  request: Request,
  info: AuthRequestInfo,
  endpoint: string,
): Promise<Response> {
  const { signal } = request;
  const callsProvider = providerEndpoints.has(endpoint);
  if (callsProvider) info.leaveSlot?.(); // optional: social
  return await withCurrentRequest({ id: info.requestId, operation: `auth${endpoint}` }, () =>
    auth.runInSlot(() => callBetterAuth(auth, request, info, endpoint), {
      clientAddress: info.clientAddress,
      callsProvider,
      signal,
    }),
  );
}

async function callBetterAuth(
  auth: Auth,
  request: Request,
  info: AuthRequestInfo,
  endpoint: string,
): Promise<Response> {
  // The client may have left while the request waited.
  request.signal.throwIfAborted();
  const cookies = signAgain(auth, request.headers.get("cookie"));
  const response = await auth.betterAuth.handler(requestWithClient(request, cookies, info));
  const retryAfterSeconds = Number(response.headers.get("x-retry-after"));
  if (response.status !== 429 || !retryAfterSeconds) return await withErrorCode(response);
  await recordExceededLimit(auth, { ...info, headers: request.headers }, endpoint.slice(1));
  return tooManyRequests({ retryAfterSeconds });
}

const errors = {
  400: ["BAD_REQUEST", "The request is invalid"],
  401: ["UNAUTHORIZED", "Sign in to do this"],
  403: ["FORBIDDEN", "You may not do this"],
  404: ["NOT_FOUND", "There is nothing here"],
  415: ["UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json"],
} as const;

/** Some of better-auth's errors have a message and no code, or no body, or not the specification's message. */
async function withErrorCode(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  if (body?.code) {
    const message = specifiedMessages.get(body.code);
    return message ? Response.json({ ...body, message }, response) : response;
  }
  const [code, message] = errors[response.status as keyof typeof errors] ?? [];
  return code ? Response.json({ code, message, ...body }, response) : response;
}
