/** The browser, or other program, that makes a request. @see RequestInfo for the address */
export type Client = { headers: Headers; clientAddress: string };

/** Carries the client's address to our endpoints and hooks in better-auth. Our handler overwrites what a client sends. */
export const clientAddressHeader = "x-flyleaf-client-address";

/** The client of a request that our handler passed to better-auth. */
export function clientOf(headers: Headers): Client {
  return { headers, clientAddress: headers.get(clientAddressHeader) ?? "unknown" };
}
