import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberText } from "./number-text.ts";

const cents = (locale: string) => numberText(locale, true);

test.each([
  ["en", "1,234.56", 123456],
  ["en", "1 234.56", 123456],
  ["en", "1,24.56", 12456],
  ["en", ".5", 50],
  ["en", "5.", 500],
  ["en", "-5", -500],
  ["en", "5-", -500],
  ["en", "\u22125", -500],
  ["en", "+5", 500],
  ["en", "007", 700],
  ["fr", "1 234,56", 123456],
  ["fr", "1\u202f234,56", 123456],
  ["fr", "1\u00a0234\u202f567,8", 123456780],
  ["fr", "1234.56", 123456],
  ["fr", "1,234", 123],
  ["ar", "١٬٢٣٤٫٥٦", 123456],
  ["ar", "1,234.56", 123456],
  ["ar", "\u200e-5", -500],
  ["ar", "\u061c-٥", -500],
  ["sw", "1,234.56", 123456],
  ["fa", "۱٬۲۳۴٫۵۶", 123456],
  ["de", "1.234,56", 123456],
  ["de-CH", "1'234.56", 123456],
  ["bn", "১,২৩৪.৫৬", 123456],
])("%s: %j is %i cents", (locale, text, value) => expect(cents(locale).parse(text)).toBe(value));

test.each([
  ["en", "x"],
  ["en", "-"],
  ["en", "."],
  ["en", "1.2.3"],
  ["en", "1,234.5,6"],
  ["en", "1,,234"],
  ["en", ",5"],
  ["en", "1e5"],
  ["en", "Infinity"],
  ["en", "-5-"],
  ["en", "5 euros"],
  ["en", "€5"],
  ["en", "12,50"],
  ["fr", "1.234,56"],
  ["en", "90071992547409.92"],
  ["en", "9".repeat(1000)],
])("%s: %j is invalid", (locale, text) => expect(cents(locale).parse(text)).toBeUndefined());

test("empty text is null, and the other way round", () => {
  expect(cents("en").parse(" ")).toBeNull();
  expect(cents("en").format(null)).toBe("");
});

test.each([
  ["1.005", 101],
  ["-1.005", -101],
  ["1.0049999", 100],
  ["0.1", 10],
  ["0.285", 29],
  ["19.99", 1999],
  ["90071992547409.91", Number.MAX_SAFE_INTEGER],
])("%s is rounded decimally to %i cents", (text, value) => expect(cents("en").parse(text)).toBe(value));

test("an ambiguous separator has its meaning in the locale", () => {
  expect(numberText("en").parse("1,234")).toBe(1234);
  expect(numberText("fr").parse("1,234")).toBe(1.234);
  expect(numberText("de").parse("1.234")).toBe(1234);
});

test("a value is rounded to the decimals that are shown", () => {
  expect(numberText("en").parse("0.0005")).toBe(0.001);
});

test("an unknown locale throws", () => {
  expect(() => numberText("no locale")).toThrow(RangeError);
});

describe.each(["en", "fr", "ar", "sw", "ar-EG", "fa", "de-CH", "en-IN", "sv"])("in %s", (locale) => {
  const safe = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

  test("any cents are parsed to the same cents", () => {
    const { format, parse } = numberText(locale, true);
    fc.assert(fc.property(safe, (value) => parse(format(value)) === value));
  });

  test("any text is empty, invalid, or a number that survives formatting and parsing", () => {
    const typed = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(..."0123456789٣۴.,٫٬ -\u2212\u202f'’e") }),
    );
    for (const inCents of [true, false]) {
      const { format, parse } = numberText(locale, inCents);
      fc.assert(
        fc.property(typed, (text) => {
          const value = parse(text);
          if (value === undefined || value === null) return;
          expect(Math.abs(value)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
          expect(parse(format(value))).toBe(value);
        }),
      );
    }
  });
});

test("adding tenths adds tenths", () => {
  expect(numberText("en").round(0.1 + 0.2)).toBe(0.3);
});

test.each(["en", "fr", "ar", "sw"])("a year has no separators, and may be typed with them: %s", (locale) => {
  const year = numberText(`${locale}-u-nu-latn`, false, false);
  expect(year.format(2013)).toBe("2013");
  expect(year.parse(numberText(`${locale}-u-nu-latn`).format(2013))).toBe(2013);
});
