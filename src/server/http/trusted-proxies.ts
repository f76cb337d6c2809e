import { BlockList, isIP } from "node:net";

export type TrustedProxies = {
  /** Whether a connection comes from one of our own proxies. */
  isTrusted(peer: string | undefined): boolean;
  /**
   * Who really asks: the peer, or, where the peer is one of our proxies, the right-most address of
   * X-Forwarded-For that is none of them. What others write there is ignored.
   */
  clientAddress(peer: string | undefined, forwardedFor: string | undefined): string;
};

/**
 * @param trustedProxies addresses and networks (10.0.0.0/8, fd00::/8).
 * @throws RangeError naming what is neither.
 */
export function createTrustedProxies(trustedProxies: readonly string[]): TrustedProxies {
  const proxies = new BlockList();
  for (const proxy of trustedProxies) addProxy(proxies, proxy);

  const isProxy = (address: string) =>
    trustedProxies.length > 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return {
    isTrusted(peer) {
      const address = normalizeAddress(peer ?? "");
      return address !== undefined && isProxy(address);
    },
    clientAddress(peer, forwardedFor) {
      let client = normalizeAddress(peer ?? "");
      if (client === undefined) return "unknown";
      for (const entry of (forwardedFor ?? "").split(",").reverse()) {
        if (!isProxy(client)) break;
        const before = normalizeAddress(withoutPort(entry.trim()));
        if (before === undefined) break;
        client = before;
      }
      return client;
    },
  };
}

/**
 * One spelling for each address: IPv4 dotted, also where it is mapped into IPv6; IPv6 as RFC 5952 writes it,
 * without zone. Undefined where the text is no address.
 */
export function normalizeAddress(text: string): string | undefined {
  const address = text.replace(/%.*$/s, "");
  const version = isIP(address);
  if (version === 4) return address;
  if (version !== 6) return undefined;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical);
  if (!mapped) return canonical;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

function addProxy(proxies: BlockList, proxy: string): void {
  const [, network = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(proxy) ?? [];
  const address = normalizeAddress(network);
  const family = isIP(address ?? "") === 6 ? "ipv6" : "ipv4";
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  const isMapped = isIP(network) === 6 && family === "ipv4";
  const prefix = Number(length ?? 0) - (isMapped && length !== undefined ? 96 : 0);
  if (address === undefined || prefix < 0 || prefix > (family === "ipv6" ? 128 : 32)) {
    throw new RangeError(`${proxy} is neither an address nor a network`);
  }
  if (length === undefined) proxies.addAddress(address, family);
  else proxies.addSubnet(address, prefix, family);
}
