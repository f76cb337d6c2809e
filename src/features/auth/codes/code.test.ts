import fc from "fast-check";
import { expect, test } from "vitest";
import { checkCode } from "./code.ts";

test.each([
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["123-456", "123456"],
  ["123–456", "123456"],
  ["1 2 3 4 5 6", "123456"],
  ["\u200f123\u00a0456\u200e", "123456"],
  ["٠١٢٣٤٥", "012345"],
  ["۰۱۲۳۴۵", "012345"],
  ["１２３４５６", "123456"],
])("%j is read as %s", (typed, code) => {
  expect(checkCode(typed)).toEqual({ code, problem: undefined });
});

test.each(["12345", "1234567", "12345a", "1e5000", "१२३४५६", "123.456", "+123456", "1".repeat(1_000)])(
  "%j is not a code",
  (typed) => {
    expect(checkCode(typed)).toEqual({ code: typed, problem: "CODE_LENGTH" });
  },
);

test.each(["", " ", "- -", "\u200f"])("%j is an empty code", (typed) => {
  expect(checkCode(typed).problem).toBe("CODE_REQUIRED");
});

test("every accepted code is 6 ASCII digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 20 }), (typed) => {
      const { code, problem } = checkCode(typed);
      expect(problem ? "000000" : code).toMatch(/^[0-9]{6}$/);
    }),
  );
});
