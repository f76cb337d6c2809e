/**
 * Names the header by which better-auth, and our plugin in it, learn the client's address. Only our handler sets it;
 * what a client writes there is replaced.
 */
export const clientAddressHeader = "x-flyleaf-client-address";

/** What is kept of a device with a session: its address and what its browser says of itself, in at most 500 characters. */
export function deviceOf(headers: Headers): { ipAddress: string; userAgent: string } {
  return {
    ipAddress: headers.get(clientAddressHeader) ?? "unknown",
    userAgent: (headers.get("user-agent") ?? "").slice(0, 500),
  };
}
