import fc from "fast-check";
import { expect, test } from "vitest";
import { flashCookie, readFlash, writeFlash } from "./flash.ts";

const valueOf = (header: string) => new RegExp(`^${flashCookie}=([^;]*)`).exec(header)?.[1];

test("a message reaches the next page whatever the input was, and is unreadable by scripts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (value) => {
      const flash = { form: { value, error: { code: "INVALID_EMAIL" } } };
      const header = writeFlash(flash);
      expect(header).toMatch(/; HttpOnly; SameSite=Lax$/);
      expect(header).toMatch(/^[\x21-\x7e ]+$/);
      expect(readFlash(valueOf(header))).toEqual(flash);
    }),
  );
});

test("an invalid cookie is an empty message", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readFlash(text)).toEqual({});
    }),
  );
  expect(readFlash(undefined)).toEqual({});
});
