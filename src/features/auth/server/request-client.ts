import type { RequestInfo } from "#server/http/http-server.ts";

/** The part of RequestInfo that the service uses. */
export type AuthRequestInfo = Pick<RequestInfo, "requestId" | "clientAddress"> &
  Partial<Pick<RequestInfo, "logUser">>;

/** The browser, or other program, that makes a request. */
export type Client = { headers: Headers } & Pick<AuthRequestInfo, "requestId" | "clientAddress">;

const names = { clientAddress: "x-flyleaf-client-address", requestId: "x-flyleaf-request-id" };

/** Passes the client to our endpoints and hooks in better-auth, in headers. They overwrite what a client sends. */
export function setClientHeaders(headers: Headers, { clientAddress, requestId }: AuthRequestInfo): void {
  headers.set(names.clientAddress, clientAddress);
  headers.set(names.requestId, requestId);
}

/** The client of a request that our handler passed to better-auth. */
export function clientOf(headers: Headers): Client {
  const { clientAddress, requestId } = names;
  return {
    headers,
    clientAddress: headers.get(clientAddress) ?? "unknown",
    requestId: headers.get(requestId) ?? "unknown",
  };
}
