import fc from "fast-check";
import { expect, test } from "vitest";
import { StartError } from "#server/start-error.ts";
import { createTrustedProxies, normalizeAddress } from "./trusted-proxies.ts";

const proxies = createTrustedProxies(["10.0.0.0/8", "192.0.2.1", "fd00::/8", "2001:db8::7"]);
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
const untrusted = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .filter((address) => !proxies.isTrusted(address) && normalizeAddress(address) !== undefined);
const separator = fc.constantFrom(",", ", ", " , ");
/** What an untrusted client may send in the header. */
const forged = fc.array(
  fc.oneof(fc.ipV4(), fc.ipV6(), proxy, fc.string(), fc.constantFrom("unknown", "", "127.0.0.1")),
);

test("behind any number of trusted proxies, the client is the one that connected to the first of them, whatever it forged", () => {
  fc.assert(
    fc.property(
      forged,
      untrusted,
      fc.array(proxy, { minLength: 1, maxLength: 4 }),
      separator,
      (entries, client, [peer, ...between], comma) => {
        const header = [...entries, client, ...between.reverse()].join(comma);
        expect(proxies.clientAddress(peer, header)).toBe(normalizeAddress(client));
      },
    ),
  );
});

test("the header of a client without a trusted proxy is ignored", () => {
  fc.assert(
    fc.property(untrusted, forged, (peer, entries) => {
      expect(proxies.clientAddress(peer, entries.join(","))).toBe(normalizeAddress(peer));
    }),
  );
});

test("without trusted proxies the header is ignored", () => {
  expect(createTrustedProxies([]).clientAddress("10.0.0.1", "198.51.100.7")).toBe("10.0.0.1");
  expect(createTrustedProxies([]).isTrusted("10.0.0.1")).toBe(false);
});

test("the last fifty addresses are read, however many trusted proxies a client names", () => {
  const header = (count: number) => `198.51.100.7${", 10.0.0.2".repeat(count)}`;
  expect(proxies.clientAddress("10.0.0.1", header(49))).toBe("198.51.100.7");
  expect(proxies.clientAddress("10.0.0.1", header(50))).toBe("10.0.0.2");
});

test("text that is not an address ends the search at the proxy before it", () => {
  expect(proxies.clientAddress("10.0.0.1", "198.51.100.7, unknown, 10.0.0.2")).toBe("10.0.0.2");
  expect(proxies.clientAddress("10.0.0.1", undefined)).toBe("10.0.0.1");
  expect(proxies.clientAddress("10.0.0.1", "")).toBe("10.0.0.1");
  expect(proxies.clientAddress("10.0.0.1", "10.0.0.3, 10.0.0.2")).toBe("10.0.0.3");
});

test("addresses can have a port", () => {
  expect(proxies.clientAddress("10.0.0.1", "198.51.100.7:4711")).toBe("198.51.100.7");
  expect(proxies.clientAddress("10.0.0.1", "[2001:DB8::1]:4711")).toBe("2001:db8::1");
  expect(proxies.clientAddress("10.0.0.1", "[2001:db8::1]")).toBe("2001:db8::1");
});

test("each address has one canonical form", () => {
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

test("a closed connection has no address", () => {
  expect(proxies.clientAddress(undefined, "198.51.100.7")).toBe("unknown");
  expect(proxies.isTrusted(undefined)).toBe(false);
});

test.each(["10.0.0.0/33", "fd00::/129", "10.0.0", "::gg", "proxy.example", "10.0.0.0/"])(
  "%s is rejected as a trusted proxy",
  (text) => {
    expect(() => createTrustedProxies([text])).toThrow(StartError);
  },
);
