import { isIPv6 } from "node:net";

/**
 * The network that a client's rate limits count for: its IPv4 address, or its IPv6 /64 network, because one subscriber
 * has a whole /64.
 * @param address in canonical form (RFC 5952), as in RequestInfo
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")];
  return `${all.slice(0, 4).join(":")}::/64`;
}
