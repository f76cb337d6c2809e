import { BlockList, isIP, SocketAddress } from "node:net";
import { StartError } from "#server/start-error.ts";
import { maxListEntries } from "./server-limits.ts";

export type TrustedProxies = {
  /** Whether a connection comes from a trusted proxy. */
  isTrusted(peer: string | undefined): boolean;
  /**
   * The client's address: the peer's, or, if the peer is a trusted proxy, the right-most address in X-Forwarded-For
   * that is not a trusted proxy. Entries to its left can be forged.
   */
  clientAddress(peer: string | undefined, forwardedFor: string | undefined): string;
};

/**
 * @param list addresses and networks (10.0.0.0/8, fd00::/8)
 * @throws StartError with the entry that is neither
 */
export function createTrustedProxies(list: readonly string[]): TrustedProxies {
  const proxies = new BlockList();
  for (const entry of list) addProxy(proxies, entry);

  const isProxy = (address: string) =>
    list.length > 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return {
    isTrusted(peer) {
      const address = normalizeAddress(peer ?? "");
      return address !== undefined && isProxy(address);
    },
    clientAddress(peer, forwardedFor) {
      let client = normalizeAddress(peer ?? "");
      if (client === undefined) return "unknown";
      for (const entry of forwardedFor?.split(",").slice(-maxListEntries).reverse() ?? []) {
        if (!isProxy(client)) break;
        const previous = normalizeAddress(withoutPort(entry.trim()));
        if (previous === undefined) break;
        client = previous;
      }
      return client;
    },
  };
}

/**
 * The canonical form of an address: IPv4 dotted, also if it is mapped into IPv6; IPv6 as in RFC 5952, without zone.
 * Undefined if the text is not an address.
 */
export function normalizeAddress(text: string): string | undefined {
  const address = text.split("%", 1).join();
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

function addProxy(proxies: BlockList, entry: string): void {
  const [address = "", length] = entry.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  try {
    if (length === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number.parseInt(length, 10), family);
  } catch {
    throw new StartError(
      `TRUSTED_PROXIES is invalid: ${entry} is neither an address nor a network. Write 10.0.0.5 or 10.0.0.0/8.`,
    );
  }
}
