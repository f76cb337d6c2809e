import fc from "fast-check";
import { expect, test } from "vitest";
import { keysBetween, selectAll } from "./use-selection.ts";

const shown = ["a", "b", "c", "d", "e"];

test("a range has the rows between two rows, in both directions", () => {
  expect(keysBetween(shown, "b", "d")).toEqual(["b", "c", "d"]);
  expect(keysBetween(shown, "d", "b")).toEqual(["b", "c", "d"]);
  expect(keysBetween(shown, "c", "c")).toEqual(["c"]);
});

test("a range from a row that is no longer shown is only the row itself", () => {
  expect(keysBetween(shown, "removed", "c")).toEqual(["c"]);
});

test("no key is selected twice, and rows that are not shown keep their state", () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }));
  fc.assert(
    fc.property(keys, keys, fc.boolean(), (rows, selected, isSelected) => {
      const after = selectAll(rows, selected, isSelected);
      expect(new Set(after).size).toBe(after.length);
      for (const key of rows) expect(after.includes(key)).toBe(isSelected);
      expect(after.filter((key) => !rows.includes(key))).toEqual(
        selected.filter((key) => !rows.includes(key)),
      );
    }),
  );
});
