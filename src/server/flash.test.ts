import fc from "fast-check";
import { expect, test } from "vitest";
import { flashCookie, readFlash, writeFlash } from "./flash.ts";

const valueOf = (header: string) => new RegExp(`^${flashCookie}=([^;]*)`).exec(header)?.[1];

test("what one answer says reaches the next page, whatever was typed, out of scripts' reach", () => {
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

test("what we did not write reads as nothing", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readFlash(text)).toEqual({});
    }),
  );
  expect(readFlash(undefined)).toEqual({});
});
