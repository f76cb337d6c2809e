import type { RequestInfo } from "#server/http/http-context.ts";
import type { Session } from "../sessions/server/find-session.ts";

/** What the authentication service knows of a request. */
export type AuthRequestInfo = Partial<RequestInfo> &
  Pick<RequestInfo, "requestId" | "clientAddress"> & {
    /** Calls an operation by its name in parts, as the user of the request's session; for the endpoints that operations answer. */
    callOperation?: (path: readonly string[], input?: object) => Promise<Response>;
    /** The session of the request, for the endpoint that returns it. */
    session?: () => Promise<Session | null>;
  };

/** The browser, or other program, that makes a request. */
export type Client = { headers: Headers } & Pick<AuthRequestInfo, "requestId" | "clientAddress">;

/** The header by which better-auth knows a client's address. */
export const clientAddressHeader = "x-internal-client-address";
const requestIdHeader = "x-internal-request-id";

const infos = new WeakMap<Request, AuthRequestInfo>();

/** A request as better-auth gets it: our endpoints and hooks read the client in its headers, which overwrite what the client sends. */
export function requestWithClient(
  request: Request,
  cookies: string | undefined,
  info: AuthRequestInfo,
): Request {
  const headers = new Headers(request.headers);
  headers.set(clientAddressHeader, info.clientAddress);
  headers.set(requestIdHeader, info.requestId);
  if (cookies) headers.set("cookie", cookies);
  const called = new Request(request, { headers });
  infos.set(called, info);
  return called;
}

/** The client of a request to better-auth. */
export function clientOf(headers: Headers): Client {
  return {
    headers,
    clientAddress: headers.get(clientAddressHeader) ?? "unknown",
    requestId: headers.get(requestIdHeader) ?? "unknown",
  };
}

/** What our handler knows of a request to better-auth. */
export function infoOf(request: Request | undefined): AuthRequestInfo | undefined {
  return request && infos.get(request);
}
