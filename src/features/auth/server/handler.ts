import { passkeyRequiredError } from "#rpc/operation.ts";
import { errorResponse, tooManyRequests } from "#server/http/error-response.ts";
import { type HandlerResponse, jsonResponse } from "#server/http/text-response.ts";
import { clientNetwork } from "#server/limits/client-network.ts";
import { consumeLimit, type RateLimitResult } from "#server/limits/rate-limit.ts";
import { serializeError } from "#server/log.ts";
import { findSession, type Session } from "../sessions/server/find-session.ts";
import { stopImpersonation } from "../sessions/server/impersonation.ts";
import { endSessionOfBrowser, endSessions } from "../sessions/store.ts";
import { type AllowedEndpoint, allowedEndpoint, hasLocalCallbacks } from "./allow-list.ts";
import type { Auth } from "./auth.ts";
import { recordOutcome, recordSocialLimit } from "./record-outcome.ts";
import { type AuthRequestInfo, type Client, setClientHeaders } from "./request-client.ts";
import { cookieName, forgetCookie, type SessionCookie, signAgain } from "./cookies.ts";

/** The path of the authentication service (specification, section 9). */
export const authPath = "/api/auth";

/** Also for the endpoints that other features implement. */
export type AuthHandlerInfo = AuthRequestInfo & {
  /** Lists users, for those who may: better-auth's own endpoint has no limits. */
  listUsers: (parameters: URLSearchParams) => Promise<Response>;
  /** Deletes the caller's account: better-auth's own endpoint asks for no code. */
  deleteUser: (body: string) => Promise<Response>;
};

/** A request, and the parts of its URL: `path` is the endpoint's below /api/auth. */
type Called = { request: Request; path: string; searchParams: URLSearchParams };

/**
 * Handles a request to the authentication service: checks the allow-list, the body's fields and the session, then calls
 * better-auth. It never throws: failures are logged and get the status 500.
 */
export async function handleAuthRequest(
  auth: Auth,
  request: Request,
  info: AuthHandlerInfo,
): Promise<HandlerResponse> {
  try {
    const url = new URL(request.url);
    const called = { request, path: pathOf(url), searchParams: url.searchParams };
    const response = await inSlot(auth, called, info, () => route(auth, called, info));
    response.headers.set("cache-control", "no-store");
    return response;
  } catch (error) {
    if (request.signal.aborted) return errorResponse(499, "CLIENT_CLOSED_REQUEST", "The client has left");
    logFailure(auth, error, info);
    return errorResponse(500, "UNKNOWN_ERROR", "An error occurred");
  }
}

/** Runs a task in a slot. Looking up the session needs none: every request that is not to this service does it without. */
async function inSlot(
  auth: Auth,
  { request, path }: Called,
  { clientAddress }: AuthHandlerInfo,
  task: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> {
  if (path === "/get-session") return await task();
  const { callsProvider } = allowedEndpoint(path) ?? {};
  return await auth.runInSlot(task, { clientAddress, callsProvider, signal: request.signal });
}

export function logFailure({ log }: Auth, error: unknown, { requestId }: AuthRequestInfo): void {
  log.error({ id: requestId, err: serializeError(error) }, "The authentication service failed");
}

/** The endpoint's path below /api/auth; empty elsewhere. */
function pathOf({ pathname }: URL): string {
  return pathname.startsWith(`${authPath}/`) ? pathname.slice(authPath.length) : "";
}

type FoundSession = Awaited<ReturnType<typeof findSession>>;

async function route(
  auth: Auth,
  { request, path, searchParams }: Called,
  info: AuthHandlerInfo,
): Promise<HandlerResponse> {
  // The client may have left while the request waited.
  request.signal.throwIfAborted();
  const endpoint = allowedEndpoint(path);
  if (!endpoint) return errorResponse(404, "NOT_FOUND", "There is nothing here");
  if (endpoint.method !== request.method) {
    const response = errorResponse(405, "METHOD_NOT_ALLOWED", `Use ${endpoint.method}`);
    response.headers.set("allow", endpoint.method);
    return response;
  }

  if (!hasLocalCallbacks(searchParams))
    return errorResponse(403, "INVALID_CALLBACK_URL", "Only paths on this origin can be redirected to");

  const { headers } = request;
  if (path === "/get-session") return await sessionResponse(auth, headers, info);
  if (path === "/admin/list-users") return await info.listUsers(searchParams);
  const isSignOut = path === "/sign-out";
  // The session is that of all visitors.
  if (isSignOut && auth.config.isDemo) {
    const response = Response.json({ success: true });
    response.headers.append("set-cookie", forgetCookie(auth.config, "session"));
    return response;
  }
  const isStop = path === "/admin/stop-impersonating";
  const readsSession = endpoint.needsSession || isSignOut || isStop;
  const session = readsSession ? await findSession({ ...auth, headers }) : null;
  if (session) info.logUser?.(session.impersonatedBy ?? session.user.id);
  if (endpoint.needsSession && !session) return errorResponse(401, "UNAUTHORIZED", "Sign in to do this");
  // better-auth decides by the role alone.
  if (path.startsWith("/admin/") && session?.user.needsPasskey)
    return errorResponse(403, "PASSKEY_REQUIRED", passkeyRequiredError.message);

  if (endpoint.needsConfirmation && session?.impersonatedBy)
    return errorResponse(403, "NOT_WHILE_IMPERSONATING", "Not available while you impersonate a user");
  if (endpoint.needsConfirmation && !session?.isConfirmed)
    return errorResponse(403, "CONFIRMATION_REQUIRED", "Confirm that it's you first");

  if (path === "/sign-in/social" || path === "/link-social") {
    const limit = await consumeSocialLimit(auth, info);
    if (!limit.allowed) {
      await recordSocialLimit(auth, { ...info, headers });
      return tooManyRequests(limit);
    }
  }

  const body = await parseBody(endpoint, request);
  if (body instanceof Response) return body;
  if (isStop) return await stopResponse(auth, { ...info, headers }, session);
  if (path === "/delete-user") return deletionResponse(auth, session, await info.deleteUser(body ?? ""));
  const { renewedCookie, currentCookie } = session ?? {};
  const cookie = renewedCookie ?? currentCookie;
  const response = await withErrorCode(
    await auth.betterAuth.handler(forBetterAuth(auth, request, info, body, cookie)),
  );
  // better-auth ends sessions by their tokens, and reports success without having ended one.
  if (session && endpoint.ends && response.ok) {
    await endSessions(auth.database.sql, endpoint.ends, { userId: session.user.id, sessionId: session.id });
  }
  if (isSignOut && response.ok) {
    await endSessionOfBrowser(auth.database.sql, auth, { headers, id: session?.id });
    response.headers.append("set-cookie", forgetCookie(auth.config, "administrator"));
  }
  await recordOutcome(auth, { ...info, headers }, { path, session, body, response });
  if (currentCookie) removeCookie(response, currentCookie);
  if (renewedCookie && !setsSession(auth, response))
    response.headers.append("set-cookie", renewedCookie.header);
  return response;
}

const errorCodes: Record<number, string> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
};

/** Some of better-auth's errors have a message and no code. */
async function withErrorCode(response: Response): Promise<Response> {
  const code = errorCodes[response.status];
  if (!code) return response;
  const error = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: string; code?: string } | null;
  return error?.message && !error.code ? Response.json({ code, ...error }, response) : response;
}

/** Removes a cookie from a response, with any attributes. */
function removeCookie({ headers }: Response, { pair }: SessionCookie): void {
  const others = headers.getSetCookie().filter((cookie) => !cookie.startsWith(`${pair};`));
  headers.delete("set-cookie");
  for (const cookie of others) headers.append("set-cookie", cookie);
}

/** Limits how often a client may start a social sign-in, as each stores a row. */
export function consumeSocialLimit(
  { database }: Auth,
  { clientAddress }: AuthRequestInfo,
): Promise<RateLimitResult> {
  const key = `social client ${clientNetwork(clientAddress)}`;
  return consumeLimit(database.sql, { key, limit: 60, windowSeconds: 600 });
}

function setsSession({ config }: Auth, { headers }: Response): boolean {
  return headers.getSetCookie().some((cookie) => cookie.startsWith(`${cookieName(config, "session")}=`));
}

/** Stops an impersonation as better-auth's endpoint does, with our own cookies and activity. */
async function stopResponse(auth: Auth, client: Client, session: FoundSession): Promise<Response> {
  const stopped = await stopImpersonation(auth, client, session);
  const response = stopped
    ? Response.json(stopped.administrator && toBody(stopped.administrator))
    : session
      ? errorResponse(400, "BAD_REQUEST", "You are not impersonating anyone")
      : errorResponse(401, "UNAUTHORIZED", "Sign in to do this");
  const renewedCookies = session?.renewedCookie ? [session.renewedCookie.header] : [];
  for (const cookie of stopped?.setCookies ?? renewedCookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Responds as better-auth's endpoint does. The browser forgets the session of a deleted user. */
function deletionResponse({ config }: Auth, session: FoundSession, result: Response): Response {
  const response = result.ok ? Response.json({ success: true, message: "User deleted" }) : result;
  const cookie = result.ok ? forgetCookie(config, "session") : session?.renewedCookie?.header;
  if (cookie) response.headers.append("set-cookie", cookie);
  return response;
}

/** A session as better-auth's endpoints return it, without its token. */
function toBody({ user, ...session }: Session) {
  return { session: { ...session, userId: user.id }, user };
}

/** The session as better-auth's endpoint returns it, from our own lookup: one statement, and no token in it. */
async function sessionResponse(
  auth: Auth,
  headers: Headers,
  info: AuthRequestInfo,
): Promise<HandlerResponse> {
  const found = await findSession({ ...auth, headers });
  if (!found) return jsonResponse(null);
  info.logUser?.(found.impersonatedBy ?? found.user.id);
  const { renewedCookie, currentCookie: _, ...session } = found;
  const response = jsonResponse(toBody(session));
  if (renewedCookie) response.headers.append("set-cookie", renewedCookie.header);
  return response;
}

/** A request's body, normalized; or an error if it has fields that the endpoint doesn't take. */
async function parseBody(
  { body: schema }: AllowedEndpoint,
  request: Request,
): Promise<string | undefined | Response> {
  if (!schema) return undefined;
  const text = await request.text();
  if (text && !/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
    return errorResponse(415, "UNSUPPORTED_MEDIA_TYPE", "Send the body as application/json");
  const { data, error } = schema.safeParse(parseJson(text));
  if (!error) return JSON.stringify(data);
  const [issue] = error.issues;
  // The messages of our own schemas are text keys that end with an error code.
  const [, code = "VALIDATION_ERROR"] = /^auth:errors\.([A-Z_]+)$/.exec(issue?.message ?? "") ?? [];
  return errorResponse(400, code, `${issue?.path.join(".") || "The body"} is invalid`);
}

/** An empty body has no fields; invalid JSON is undefined. */
function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return undefined;
  }
}

/** The request for better-auth: with the client's address, the normalized body, and cookies that it can verify. */
function forBetterAuth(
  auth: Auth,
  request: Request,
  info: AuthRequestInfo,
  body: string | undefined,
  sessionCookie: SessionCookie | undefined,
): Request {
  const headers = new Headers(request.headers);
  // The first of two cookies with the same name counts.
  const cookies = [sessionCookie?.pair, signAgain(auth, headers.get("cookie") ?? "")].filter(Boolean);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  setClientHeaders(headers, info);
  headers.delete("content-length");
  if (body === undefined) return new Request(request.url, { headers });
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: "POST", headers, body });
}
