import fc from "fast-check";
import { expect, test } from "vitest";
import { changeSelection, selectAll } from "./use-selection.ts";

const shown = ["a", "b", "c", "d", "e"];

test("selects and deselects one row", () => {
  expect(changeSelection({ shown, selected: ["x"], key: "b", isSelected: true })).toEqual(["x", "b"]);
  expect(changeSelection({ shown, selected: ["x", "b"], key: "b", isSelected: false })).toEqual(["x"]);
});

test("selects a range in both directions, and deselects it", () => {
  expect(changeSelection({ shown, selected: ["b"], key: "d", rangeStart: "b", isSelected: true })).toEqual([
    "b",
    "c",
    "d",
  ]);
  expect(changeSelection({ shown, selected: ["d"], key: "b", rangeStart: "d", isSelected: true })).toEqual([
    "d",
    "b",
    "c",
  ]);
  expect(changeSelection({ shown, selected: shown, key: "b", rangeStart: "d", isSelected: false })).toEqual([
    "a",
    "e",
  ]);
});

test("a range from a row that is no longer shown is only the row itself", () => {
  expect(changeSelection({ shown, selected: [], key: "c", rangeStart: "removed", isSelected: true })).toEqual(
    ["c"],
  );
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
