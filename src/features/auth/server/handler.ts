import { errorResponse, tooManyRequests } from "#server/http/error-response.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import { clientNetwork } from "#server/limits/client-network.ts";
import { openCall, type OpenCall } from "./allow-list.ts";
import type { Auth } from "./auth.ts";
import { type SessionCookie, sessionCookieName } from "./cookies.ts";
import { serializeError } from "#server/log.ts";
import { clientAddressHeader } from "./client-device.ts";
import { findSession } from "../sessions/server/find-session.ts";

/** Where the authentication service is (specification, section 9). */
export const authPath = "/api/auth";

/** What is known of a request beside itself (RequestInfo). */
export type RequestFacts = { requestId: string; clientAddress: string };

/** How often a client may begin a social sign-in, each of which is kept for a while. */
const socialLimit = { limit: 60, windowSeconds: 600 };

/**
 * Answers a request to the authentication service: what is not open is not there, bodies hold nothing that they need not,
 * and whoever's session has ended is signed out. It never throws: what fails is logged, and answered with 500.
 */
export async function answerAuthRequest(
  auth: Auth,
  request: Request,
  facts: RequestFacts,
): Promise<Response> {
  try {
    const answer = await auth.semaphore.run(() => route(auth, request, facts));
    answer.headers.set("cache-control", "no-store");
    return answer;
  } catch (error) {
    if (request.signal.aborted) return errorResponse(499, "CLIENT_CLOSED_REQUEST", "The client has left");
    auth.log.error({ id: facts.requestId, err: serializeError(error) }, "The authentication service failed");
    return errorResponse(500, "UNKNOWN_ERROR", "Something went wrong");
  }
}

async function route(auth: Auth, request: Request, facts: RequestFacts): Promise<Response> {
  // Who has left while waiting needs no answer.
  request.signal.throwIfAborted();
  const { pathname } = new URL(request.url);
  const path = pathname.startsWith(`${authPath}/`) ? pathname.slice(authPath.length) : "";
  const call = openCall(path);
  if (!call) return errorResponse(404, "NOT_FOUND", "There is nothing here");
  if (call.method !== request.method) {
    const response = errorResponse(405, "METHOD_NOT_ALLOWED", `Use ${call.method}`);
    response.headers.set("allow", call.method);
    return response;
  }

  const { headers } = request;
  if (path === "/get-session") return await answerSession(auth, headers);
  // Signing out asks as well: better-auth would tell of success where the database can't be reached.
  const session = call.needsSession || path === "/sign-out" ? await findSession({ ...auth, headers }) : null;
  if (call.needsSession && !session) return errorResponse(401, "UNAUTHORIZED", "Sign in to do this");

  if (path === "/sign-in/social") {
    const key = `social client ${clientNetwork(facts.clientAddress)}`;
    const limit = await consumeLimit(auth.database.sql, { key, ...socialLimit });
    if (!limit.allowed) return tooManyRequests(limit);
  }

  const body = await readBody(call, request);
  if (!body.valid) return errorResponse(body.status ?? 400, body.code, body.message);
  const fresh = session?.freshCookie;
  const answer = await auth.service.handler(forService(request, facts, body.text, fresh));
  if (fresh && !setsSession(auth, answer)) answer.headers.append("set-cookie", fresh.header);
  return answer;
}

function setsSession({ config }: Auth, { headers }: Response): boolean {
  return headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookieName(config)}=`));
}

/** The session as better-auth would answer it, by our own look-up, which is one statement and knows no token. */
async function answerSession(auth: Auth, headers: Headers): Promise<Response> {
  const found = await findSession({ ...auth, headers });
  if (!found) return Response.json(null);
  const { user, freshCookie, ...session } = found;
  const answer = Response.json({ session: { ...session, userId: user.id }, user });
  if (freshCookie) answer.headers.append("set-cookie", freshCookie.header);
  return answer;
}

type Body =
  | { valid: true; text: string | undefined }
  | { valid: false; status?: number; code: string; message: string };

/** A request's body, with its texts normalised and nothing in it that the call doesn't take. */
async function readBody({ body: schema }: OpenCall, request: Request): Promise<Body> {
  if (!schema) return { valid: true, text: undefined };
  const text = await request.text();
  if (text && !/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return {
      valid: false,
      status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "Send the body as application/json",
    };
  }
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return { valid: true, text: JSON.stringify(parsed.data) };
  const issue = parsed.error.issues[0];
  // Our own schemas' messages are keys of texts, which end with the error's code.
  const [, code] = /^auth:errors\.([A-Z_]+)$/.exec(issue?.message ?? "") ?? [];
  const where = issue?.path.join(".") || "The body";
  return { valid: false, code: code ?? "VALIDATION_ERROR", message: `${where} is not as it should be` };
}

/** An empty body means no fields; undefined is what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return undefined;
  }
}

/**
 * The request as better-auth gets it: with the client's address in a header that no client can write, and with the cookie
 * that the session has by now.
 */
function forService(
  request: Request,
  { clientAddress }: RequestFacts,
  body: string | undefined,
  freshCookie: SessionCookie | undefined,
): Request {
  const headers = new Headers(request.headers);
  // Of two by the same name the first counts.
  if (freshCookie) headers.set("cookie", `${freshCookie.pair}; ${headers.get("cookie")}`);
  headers.set(clientAddressHeader, clientAddress);
  headers.delete("content-length");
  if (body === undefined) return new Request(request.url, { headers });
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: "POST", headers, body });
}
