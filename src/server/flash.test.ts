import fc from "fast-check";
import { expect, test } from "vitest";
import { clearFlash, flashCookie, readFlash, writeFlash } from "./flash.ts";

const request = { url: "http://localhost:3000/login" };

const valueOf = (header: string) => new RegExp(`^${flashCookie}=([^;]*)`).exec(header)?.[1];

test("a message reaches the next page whatever the input was, and is unreadable by scripts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (value) => {
      const flash = { form: { value, error: { code: "INVALID_EMAIL" } } };
      const header = writeFlash(request, flash);
      expect(header).toMatch(/; HttpOnly; SameSite=Lax$/);
      expect(header).toMatch(/^[\x21-\x7e ]+$/);
      expect(readFlash(valueOf(header))).toEqual(flash);
    }),
  );
});

test("with https, its cookie is bound to the host and to https, also when it is deleted", () => {
  const secure = { url: "https://books.example/login" };
  const attributes = /^__Host-flash=\S*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
  expect(writeFlash(secure, { signedOut: true })).toMatch(attributes);
  expect(clearFlash(secure)).toMatch(attributes);
});

test("an invalid cookie is an empty message", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readFlash(text)).toEqual({});
    }),
  );
  expect(readFlash(undefined)).toEqual({});
});
