import fc from "fast-check";
import { expect, test } from "vitest";
import { isLoopbackAlias, requestUrl } from "./request-url.ts";

const baseUrl = new URL("http://localhost:3000");

test.each([
  ["/", "http://localhost:3000/"],
  ["/books?searchTerm=a%20b", "http://localhost:3000/books?searchTerm=a%20b"],
  ["//evil.example/x", "http://localhost:3000//evil.example/x"],
  ["/\\evil.example", "http://localhost:3000//evil.example"],
  ["http://evil.example/books?x=1", "http://localhost:3000/books?x=1"],
  ["https://evil.example", "http://localhost:3000/"],
  ["/a/../b", "http://localhost:3000/b"],
  ["/%C3%A9", "http://localhost:3000/%C3%A9"],
])("%s is requested as %s", (target, expected) => {
  expect(requestUrl(target, baseUrl)?.href).toBe(expected);
});

test.each([
  "",
  "*",
  "books",
  "@evil.example/",
  ".evil.example",
  ":80/",
  "/%",
  "/%FF",
  "/%00",
  "/a%00.js",
  "ftp://x/",
])("%s is not a valid target", (target) => {
  expect(requestUrl(target, baseUrl)).toBeUndefined();
});

test("for any target, the origin is ours", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    "@",
    ":",
    "..",
    "%2e",
    "evil.example",
    "http://",
    "?",
    "#",
    "[",
    "%",
    "\t",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.array(piece).map((parts) => `/${parts.join("")}`),
      ),
      (target) => {
        const url = requestUrl(target, baseUrl);
        if (url) expect(url.origin).toBe(baseUrl.origin);
      },
    ),
  );
});

test.each(["127.0.0.1:3000", "[::1]:3000", "app.localhost:3000", "127.1.2.3:3000"])(
  "%s is a loopback alias of localhost:3000",
  (host) => {
    expect(isLoopbackAlias(host, baseUrl)).toBe(true);
  },
);

test.each([
  "localhost:3000",
  "LOCALHOST:3000",
  "127.0.0.1",
  "127.0.0.1:3001",
  "books.example:3000",
  "",
  "a b",
  undefined,
])("%s is not a loopback alias of localhost:3000", (host) => {
  expect(isLoopbackAlias(host, baseUrl)).toBe(false);
});

test("a product with a public address has no loopback aliases: its proxy may use one", () => {
  expect(isLoopbackAlias("127.0.0.1:3000", new URL("https://books.example"))).toBe(false);
  expect(isLoopbackAlias("127.0.0.1", new URL("https://books.example"))).toBe(false);
});
