import fc from "fast-check";
import { expect, test } from "vitest";
import { languages } from "#i18n/languages.ts";
import { z } from "zod";
import { amountOf, moneyCell } from "./cell-schemas.ts";
import { formatCell } from "./cells.ts";
import { delimiterFor } from "./format.ts";

const languageKeys = languages.map(({ key }) => key);

test("cells are written as spreadsheets in the user's language read them", () => {
  const values = [null, "=1", true, new Date("2026-04-03T10:00:00Z"), -1.5];
  const cells = languageKeys.map((language) =>
    values.map((value) => formatCell(value, { language, delimiter: delimiterFor(language) })),
  );
  expect(cells).toEqual([
    ["", "'=1", "yes", "2026-04-03T10:00:00.000Z", "-1.5"],
    ["", "'=1", "oui", "2026-04-03T10:00:00.000Z", "-1,5"], // optional: fr
    ["", "'=1", "نعم", "2026-04-03T10:00:00.000Z", "-1.5"], // optional: ar
    ["", "'=1", "ndiyo", "2026-04-03T10:00:00.000Z", "-1.5"], // optional: sw
  ]);
});

test("every amount that is exported is imported again, in every language", () => {
  const cents = fc.integer({ min: -1e13, max: 1e13 });
  fc.assert(
    fc.property(cents, fc.constantFrom(...languages), (amount, { key: language }) => {
      const cell = formatCell(amountOf(amount), { language, delimiter: delimiterFor(language) });
      expect(moneyCell(z.int()).parse(cell)).toBe(amount);
    }),
  );
});
