import { isIPv6 } from "node:net";

/**
 * Whose budget a client spends: its IPv4 address, or its IPv6 network of 64 bits, as one subscriber has all of it.
 * @param address in one spelling (RFC 5952), as RequestInfo has it
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill("0"), ...groups(tail ?? "")];
  return `${all.slice(0, 4).join(":")}::/64`;
}
