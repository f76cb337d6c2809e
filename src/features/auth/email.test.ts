import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEmail, normalizeEmail } from "./email.ts";
import { checkEmailStrictly, normalizeEmailStrictly } from "./server/strict-email.ts";

describe("an email is stored in one form", () => {
  test.each([
    ["A.b+c@Example.COM", "a.b+c@example.com"],
    ["  ada@example.com ", "ada@example.com"],
    ["ada@münchen.de", "ada@xn--mnchen-3ya.de"],
    ["ada@MÜNCHEN.de", "ada@xn--mnchen-3ya.de"],
    ["ada@xn--mnchen-3ya.de", "ada@xn--mnchen-3ya.de"],
    ["ada@日本語.jp", "ada@xn--wgv71a119e.jp"],
    ["ada@ドメイン名例.jp", "ada@xn--eckwd4c7cu47r2wf.jp"],
    ["ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
    ["ada@مثال.إختبار", "ada@xn--mgbh0fb.xn--kgbechtv"],
    ["ada@example。com", "ada@example.com"],
    ["\u200bada@example.com\u200b", "ada@example.com"],
    ["\u202aada@example.com\u202c", "ada@example.com"],
    ["\ufeffada@exam\u00adple.com", "ada@example.com"],
    ["a\u200dda@exa\u200cmple.com\u2060", "ada@example.com"],
    ["\u200e ada@example.com \u200f", "ada@example.com"],
    ["ada@ناﻣﻪ\u200cای.com", "ada@xn--mgba3gch31f060k.com"],
    ["o'hara_1@mail-2.example.co.ke", "o'hara_1@mail-2.example.co.ke"],
  ])("%j is %j", (text, email) => {
    expect(checkEmail(text)).toEqual({ email, problem: undefined });
    expect(checkEmailStrictly(text)).toEqual({ email, problem: undefined });
  });
});

describe("an email that mail can't safely be sent to is rejected", () => {
  test.each([
    ["without @", "ada.example.com"],
    ["two @", "ada@x@example.com"],
    ["a quoted part", '"ada"@example.com'],
    ["a comment", "ada(x)@example.com"],
    ["a display name", "Ada <ada@example.com>"],
    ["two recipients", "ada@example.com,bob@example.com"],
    ["a line break and a header", "ada@example.com\r\nBcc: bob@example.com"],
    ["a line break at the end", "ada@example.com\n"],
    ["a NUL", "ada\u0000@example.com"],
    ["a space inside", "a da@example.com"],
    ["two dots", "a..da@example.com"],
    ["a local part that is not ASCII", "ädä@example.com"],
    ["a letter that becomes ASCII in lower case", "\u212Aelvin@example.com"],
    ["a local part of 65 characters", `${"a".repeat(65)}@example.com`],
    ["255 characters", `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.xyzabcd`],
    ["10 kB", `${"a".repeat(10_000)}@example.com`],
    ["a domain without a dot", "ada@localhost"],
    ["an IPv4 address", "ada@127.0.0.1"],
    ["an IPv4 address as one number", "ada@2130706433"],
    ["an address literal", "ada@[::1]"],
    ["a port", "ada@example.com:25"],
    ["a path", "ada@example.com/x"],
    ["an underscore in the domain", "ada@exa_mple.com"],
    ["a hyphen at a label's end", "ada@example-.com"],
  ])("%s", (_, text) => {
    expect(checkEmail(text)).toEqual({ email: text, problem: "INVALID_EMAIL" });
    expect(checkEmailStrictly(text)).toEqual({ email: text, problem: "INVALID_EMAIL" });
  });

  test.each([
    ["Cyrillic among Latin letters", "ada@\u0430pple.com"],
    ["the same in punycode", "ada@xn--pple-43d.com"],
    ["Greek among Cyrillic letters", "ada@\u03bf\u043a.com"],
    ["empty punycode", "ada@xn--.com"],
    ["punycode for a control character", "ada@xn--a.com"],
    ["invalid punycode", "ada@xn--99999999.com"],
  ])("on the server: %s", (_, text) => {
    expect(checkEmailStrictly(text)).toEqual({ email: text, problem: "INVALID_EMAIL" });
  });

  test("an email of spaces is missing", () => {
    expect(checkEmail(" \t ").problem).toBe("EMAIL_REQUIRED");
    expect(checkEmailStrictly(" \t ").problem).toBe("EMAIL_REQUIRED");
  });
});

test("a normalized email is short, lower-case ASCII, and doesn't change when it is normalized again", () => {
  const text = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: "binary" }),
    fc.tuple(fc.string(), fc.domain()).map(([local, domain]) => `${local}@${domain}`),
    fc.string({ unit: "grapheme", minLength: 1 }).map((label) => `a@${label}.com`),
  );
  fc.assert(
    fc.property(text, (typed) => {
      for (const normalize of [normalizeEmail, normalizeEmailStrictly]) {
        const email = normalize(typed);
        if (email === undefined) continue;
        expect(email).toMatch(/^[!-~]{3,254}$/);
        expect(email).toBe(email.toLowerCase());
        expect(normalize(email)).toBe(email);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("ordinary emails are accepted in any case", () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/);
  fc.assert(
    fc.property(label, label, fc.constantFrom("com", "org", "co.ke"), (local, host, end) => {
      const email = `${local}@${host}.${end}`;
      expect(normalizeEmailStrictly(email.toUpperCase())).toBe(email);
    }),
  );
});
