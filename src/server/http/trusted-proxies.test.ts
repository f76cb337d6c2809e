import fc from "fast-check";
import { expect, test } from "vitest";
import { createTrustedProxies, normalizeAddress } from "./trusted-proxies.ts";

const clients = createTrustedProxies(["10.0.0.0/8", "192.0.2.1", "fd00::/8", "2001:db8::7"]);
const proxy = fc.oneof(
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join(".")}`),
  fc.constantFrom(
    "192.0.2.1",
    "fd00::1",
    "fdff:1:2:3::4",
    "2001:db8::7",
    "::ffff:10.9.8.7",
    "::ffff:a01:203",
  ),
);
const stranger = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .filter((address) => !clients.isTrusted(address) && normalizeAddress(address) !== undefined);
const separator = fc.constantFrom(",", ", ", " , ");
/** What a stranger may write: addresses, or anything without a comma at its end that would end the list. */
const forged = fc.array(
  fc.oneof(fc.ipV4(), fc.ipV6(), proxy, fc.string(), fc.constantFrom("unknown", "", "127.0.0.1")),
);

test("behind any number of our proxies, the client is who reached the first of them, whatever it forged", () => {
  fc.assert(
    fc.property(
      forged,
      stranger,
      fc.array(proxy, { minLength: 1, maxLength: 4 }),
      separator,
      (lies, client, [peer, ...between], comma) => {
        const header = [...lies, client, ...between.reverse()].join(comma);
        expect(clients.clientAddress(peer, header)).toBe(normalizeAddress(client));
      },
    ),
  );
});

test("who comes without one of our proxies is who it is, whatever it writes", () => {
  fc.assert(
    fc.property(stranger, forged, (peer, lies) => {
      expect(clients.clientAddress(peer, lies.join(","))).toBe(normalizeAddress(peer));
    }),
  );
});

test("without trusted proxies nobody's header counts", () => {
  expect(createTrustedProxies([]).clientAddress("10.0.0.1", "198.51.100.7")).toBe("10.0.0.1");
  expect(createTrustedProxies([]).isTrusted("10.0.0.1")).toBe(false);
});

test("what is no address ends the search at the proxy that passed it on", () => {
  expect(clients.clientAddress("10.0.0.1", "198.51.100.7, unknown, 10.0.0.2")).toBe("10.0.0.2");
  expect(clients.clientAddress("10.0.0.1", undefined)).toBe("10.0.0.1");
  expect(clients.clientAddress("10.0.0.1", "")).toBe("10.0.0.1");
  expect(clients.clientAddress("10.0.0.1", "10.0.0.3, 10.0.0.2")).toBe("10.0.0.3");
});

test("addresses with a port are understood", () => {
  expect(clients.clientAddress("10.0.0.1", "198.51.100.7:4711")).toBe("198.51.100.7");
  expect(clients.clientAddress("10.0.0.1", "[2001:DB8::1]:4711")).toBe("2001:db8::1");
  expect(clients.clientAddress("10.0.0.1", "[2001:db8::1]")).toBe("2001:db8::1");
});

test("each address has one spelling", () => {
  expect(normalizeAddress("::ffff:192.0.2.7")).toBe("192.0.2.7");
  expect(normalizeAddress("::ffff:c000:0207")).toBe("192.0.2.7");
  expect(normalizeAddress("2001:0DB8:0:0::1")).toBe("2001:db8::1");
  expect(normalizeAddress("fe80::1%eth0")).toBe("fe80::1");
  expect(normalizeAddress("localhost")).toBeUndefined();
  expect(normalizeAddress("")).toBeUndefined();
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(normalizeAddress(`::ffff:${address}`)).toBe(address);
    }),
  );
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const once = normalizeAddress(address) ?? "";
      expect(normalizeAddress(once)).toBe(once);
    }),
  );
});

test("a connection that is gone has no address", () => {
  expect(clients.clientAddress(undefined, "198.51.100.7")).toBe("unknown");
  expect(clients.isTrusted(undefined)).toBe(false);
});

test("networks written as mapped addresses are the IPv4 networks they stand for", () => {
  const mapped = createTrustedProxies(["::ffff:10.0.0.0/104"]);
  expect(mapped.isTrusted("10.1.2.3")).toBe(true);
  expect(mapped.isTrusted("11.1.2.3")).toBe(false);
});

test.each(["10.0.0.0/33", "fd00::/129", "10.0.0", "::gg", "proxy.example", "10.0.0.0/", "::ffff:10.0.0.0/8"])(
  "%s is refused as a trusted proxy",
  (text) => {
    expect(() => createTrustedProxies([text])).toThrow(RangeError);
  },
);
