import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOfUtcDate, utcDateOf } from "#lib/day.ts";
import { formatDate, parseDate, parseFullDate } from "./parse-date.ts";

const today = "2026-10-18";
const read = (text: string) => formatDate(parseDate(text, today) ?? null) || undefined;

test.each([
  ["7", "07/10/2026"],
  ["07", "07/10/2026"],
  ["0711", "07/11/2026"],
  ["071124", "07/11/2024"],
  ["07112024", "07/11/2024"],
  ["7/1", "07/01/2026"],
  ["7.1.24", "07/01/2024"],
  ["07-11-2024", "07/11/2024"],
  ["7_11_2024", "07/11/2024"],
  ["7 11 2024", "07/11/2024"],
  ["7. 11. 2024", "07/11/2024"],
  ["  7/11  ", "07/11/2026"],
  ["٠٧/١١/٢٠٢٤", "07/11/2024"],
  ["۷/۱۱", "07/11/2026"],
  ["\u200f٧\u200f/١١/٢٤", "07/11/2024"],
])("%j is %s on the 18th of October 2026", (text, date) => expect(read(text)).toBe(date));

test.each([
  "",
  " ",
  "x",
  "0",
  "32",
  "007",
  "71124",
  "31/02",
  "29/02/2023",
  "3102",
  "13/13",
  "1/2/3",
  "1/2/024",
  "1//2",
])("%j is no date", (text) => expect(read(text)).toBeUndefined());

test("a day that the month doesn't have is invalid", () => {
  expect(parseDate("31", "2026-02-10")).toBeUndefined();
});

test("a year of two digits is at most 80 years ago and at most 19 ahead", () => {
  expect(read("1/1/45")).toBe("01/01/2045");
  expect(read("1/1/46")).toBe("01/01/1946");
  expect(read("1/1/26")).toBe("01/01/2026");
  expect(read("1/1/99")).toBe("01/01/1999");
});

test("only DD/MM/YYYY is a whole date", () => {
  expect(parseFullDate("07/11/2024")).toBe("2024-11-07");
  for (const text of ["7/11/2024", "07/11/24", "07112024", "07-11-2024", "31/02/2024", ""])
    expect(parseFullDate(text)).toBeUndefined();
});

const days = fc
  .date({ min: utcDateOf("0001-01-01"), max: utcDateOf("9999-12-31"), noInvalidDate: true })
  .map(dayOfUtcDate);
const separators = fc.constantFrom(" ", ".", "/", "-", "_");
const digits = fc.constantFrom("0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹");

test("any day, written in any accepted way with the digits of any interface language, is that day", () => {
  fc.assert(
    fc.property(days, separators, separators, digits, (day, first, second, script) => {
      const [yyyy, mm, dd] = day.split("-") as [string, string, string];
      const [d, m] = [String(Number(dd)), String(Number(mm))];
      const near = yyyy >= "1946" && yyyy <= "2045";
      const thatYear = `${yyyy}-01-01`;
      const thatMonth = `${yyyy}-${mm}-01`;
      const ways: [string, string][] = [
        [formatDate(day), today],
        [`${dd}${mm}${yyyy}`, today],
        [`${d}${first}${m}${second}${yyyy}`, today],
        [`${d}${first}${m}`, thatYear],
        [`${dd}${mm}`, thatYear],
        [d, thatMonth],
        [dd, thatMonth],
        ...(near
          ? ([
              [`${d}${first}${m}${second}${yyyy.slice(2)}`, today],
              [`${dd}${mm}${yyyy.slice(2)}`, today],
            ] satisfies [string, string][])
          : []),
      ];
      for (const [text, at] of ways)
        expect(
          parseDate(
            text.replaceAll(/\d/g, (digit) => script[Number(digit)] ?? ""),
            at,
          ),
        ).toBe(day);
    }),
  );
});

test("any text is a day that exists, or invalid", () => {
  const typed = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(..."0123456789٣۴/.-_ ") }),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const date = parseDate(text, today);
      expect(date === undefined || parseFullDate(formatDate(date)) === date).toBe(true);
    }),
  );
});
