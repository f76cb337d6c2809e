import type { IncomingMessage } from "node:http";
import { createSecurityHeaders, type SecurityHeaders } from "./security-headers.ts";

/** One of the product's addresses. */
export type Host = { baseUrl: URL; security: SecurityHeaders };

export type Hosts = {
  /** BASE_URL's. */
  main: Host;
  /** The one that a Host header names exactly; the main one for every other header. */
  find(header: string | undefined): Host;
};

/** @param urls the addresses, the main one first */
export function createHosts(
  urls: readonly URL[],
  o: Omit<Parameters<typeof createSecurityHeaders>[0], "isHttps">,
): Hosts {
  const all = urls.map((baseUrl) => {
    const isHttps = baseUrl.protocol === "https:";
    return { baseUrl, security: createSecurityHeaders({ ...o, isHttps }) };
  });
  const [main] = all;
  if (!main) throw new Error("The product has no address");
  const byHeader = new Map(all.flatMap((host) => hostHeaders(host.baseUrl).map((text) => [text, host])));
  return { main, find: (header) => byHeader.get(header?.toLowerCase() ?? "") ?? main };
}

/** What clients send as Host for a URL: the port may be there although it is the scheme's own. */
function hostHeaders({ host, port, protocol }: URL): string[] {
  return port ? [host] : [host, `${host}:${protocol === "https:" ? 443 : 80}`];
}

/**
 * Makes the requests of a trusted app those of the product's own pages. Browsers name the origin of the page themselves, and an
 * app's is one that no site has. Expo's client of better-auth has a header of its own, which no other site's page can send.
 */
export function adoptTrustedOrigin(
  { headers }: IncomingMessage,
  trusted: ReadonlySet<string>,
  origin: string,
): void {
  const given = headers.origin ?? headers["expo-origin"];
  if (typeof given === "string" && trusted.has(given)) headers.origin = origin;
}
