import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeRedirect } from "./redirect.ts";

describe("a path of a screen stays as it is", () => {
  test.each([
    "/app",
    "/app/account/0198?x=1#y",
    "/manager/users?searchTerm=a%20b&sort=name",
    "/manager/users/new",
    "/application",
    "/app/%D9%85%D8%AB",
  ])("%s", (path) => {
    expect(safeRedirect(path)).toBe(path);
  });
});

describe("anything else is as if empty", () => {
  test.each([
    "",
    "/",
    "app",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    "%09//evil.example",
    "/%09/evil.example",
    "/\n/evil.example",
    "https:evil.example",
    "https://evil.example",
    "https:/evil.example",
    "HTTPS://evil.example",
    "http://localhost:3000/app",
    "javascript:alert(1)",
    "data:text/html,x",
    "@evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/%2e//evil.example",
    "/app/..//evil.example",
    "/%2f/evil.example",
    "/%2Fevil.example",
    "/%5Cevil.example",
    "/%252fevil.example",
    "/app/%5c%5c",
    "/login",
    "/login/verify?email=x",
    "/login/error",
    "/LOGIN",
    "/%6cogin",
    "/loginx",
    "/app/../login",
    "/app/%2e%2e/login",
    "/onboarding",
    "/logout",
    "/api/auth/sign-out",
    "/API/rest",
    "/_serverFn/abc",
    "/dev/mailbox",
    "/assets/x.js",
    "/app/%",
    "/app/%ff",
    "/app/%00",
    "/app\u0000",
    "/app account",
    `/app/${"x".repeat(2_000)}`,
  ])("%j", (value) => {
    expect(safeRedirect(value)).toBe("");
  });

  test("what is no text", () => {
    for (const value of [undefined, null, 1, {}, ["/app"]]) expect(safeRedirect(value)).toBe("");
  });
});

test("no redirect leaves this origin or leads back to signing in, whatever it is made of", () => {
  const piece = fc.constantFrom(
    ...["/", "\\", ".", "..", "%2e", "%2f", "%5c", "%09", "%0a", "\t", "\n", " ", ":", "@", "?", "#", "app"],
    ...[
      "login",
      "LOGIN",
      "api",
      "https:",
      "javascript:",
      "evil.example",
      "[::1]",
      "%",
      "%25",
      "\u2044",
      "\ufeff",
    ],
  );
  const value = fc.oneof(
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
    fc.string().map((text) => `/${text}`),
  );
  fc.assert(
    fc.property(value, (wanted) => {
      const target = safeRedirect(wanted);
      if (!target) return;
      // As a browser reads a Location header, and as a script reads a link.
      const base = "https://books.example/login?redirect=x";
      const { origin, pathname } = new URL(target, base);
      expect(origin).toBe("https://books.example");
      expect(pathname.toLowerCase()).not.toMatch(/^\/(login|onboarding|api)/);
      expect(safeRedirect(target)).toBe(target);
    }),
    { numRuns: 2_000 },
  );
});
