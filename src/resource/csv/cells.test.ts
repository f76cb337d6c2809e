import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languages } from "#i18n/languages.ts";
import { cellParsers, dayOrders, detectDayOrder, formatCell, parseDay } from "./cells.ts";
import { delimiterFor, delimiterNames } from "./format.ts";

const languageKeys = languages.map(({ key }) => key);
const day = fc
  .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("days", () => {
  test.each([
    ["2026-04-03", "dayFirst", "2026-04-03"],
    ["2026/4/3", "monthFirst", "2026-04-03"],
    ["03/04/2026", "dayFirst", "2026-04-03"],
    ["03/04/2026", "monthFirst", "2026-03-04"],
    [" 3.4.2026 ", "dayFirst", "2026-04-03"],
    ["3-4-2026", "dayFirst", "2026-04-03"],
    ["٣/٤/٢٠٢٦", "dayFirst", "2026-04-03"],
    ["31/12/2026", "monthFirst", undefined],
    ["30/02/2026", "dayFirst", undefined],
    ["03/04/26", "dayFirst", undefined],
    ["0000-01-01", "dayFirst", undefined],
    ["April 3", "dayFirst", undefined],
    ["46115", "dayFirst", undefined],
  ] as const)("%j with %s is %s", (cell, dayOrder, expected) => {
    expect(parseDay(cell, { dayOrder })).toBe(expected);
  });

  test.each(languageKeys)("are read as spreadsheets in %s write them", (language) => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 1 }), (days) => {
        const format = new Intl.DateTimeFormat(language, {
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
          timeZone: "UTC",
        });
        const cells = [...days, "2026-12-31"].map((each) => format.format(new Date(each)));
        const dayOrder = detectDayOrder(["Name", ...cells]);
        expect(cells.map((cell) => parseDay(cell, { dayOrder }))).toEqual([...days, "2026-12-31"]);
      }),
    );
  });

  test("come first unless the cells show that months do", () => {
    expect(detectDayOrder(["01/02/2026", "2026-12-31"])).toBe("dayFirst");
    expect(detectDayOrder(["01/02/2026", "12/31/2026"])).toBe("monthFirst");
    expect(detectDayOrder(["31/12/2026", "12/31/2026"])).toBe("dayFirst");
  });
});

describe("booleans", () => {
  test.each([
    [true, ["yes", "TRUE", "1", "Oui", "VRAI", "نعم", "ndiyo", " Ndiyo ", "١"]],
    [false, ["no", "FALSE", "0", "non", "FAUX", "لا", "hapana", "٠"]],
    [undefined, ["maybe", "2", "-1", "yes no", "__proto__"]],
  ])("%s", (expected, cells) => {
    expect(cells.map((cell) => cellParsers.yesNo(cell))).toEqual(cells.map(() => expected));
  });
});

describe("numbers", () => {
  test.each([
    ["1234.5", "comma", 1234.5],
    ["1,234,567.5", "comma", 1_234_567.5],
    ["1,5", "comma", undefined],
    ["12,34", "comma", undefined],
    ["1234,5", "semicolon", 1234.5],
    ["1 234,5", "semicolon", 1234.5],
    ["1,5", "tab", undefined],
    ["-12", "tab", -12],
    ["١٢٫٥", "comma", 12.5],
    ["1e3", "comma", 1_000],
    ["0x10", "comma", undefined],
    ["Infinity", "comma", undefined],
    ["12 €", "comma", undefined],
  ] as const)("%j in a file with the delimiter %s is %s", (cell, delimiter, expected) => {
    expect(cellParsers.number(cell, { delimiter })).toBe(expected);
  });
});

test("every value is read as it was written, in every language", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languageKeys),
      fc.constantFrom(...delimiterNames),
      fc.constantFrom(...dayOrders),
      day,
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      (language, delimiter, dayOrder, text, flag, number) => {
        const o = { language, delimiter };
        expect(parseDay(formatCell(text, o), { dayOrder })).toBe(text);
        expect(cellParsers.yesNo(formatCell(flag, o))).toBe(flag);
        expect(cellParsers.number(formatCell(number, o), { delimiter })).toBe(number);
      },
    ),
  );
  expect(languageKeys.map(delimiterFor)).toEqual(["comma", "semicolon", "comma", "comma"]);
});
