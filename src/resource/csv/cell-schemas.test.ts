import { expect, test } from "vitest";
import { z } from "zod";
import { flagCell, numberCell, textCell } from "./cell-schemas.ts";

const number = numberCell(z.int().nullable());

test.each([
  ["12", 12],
  [" -3 ", -3],
  [undefined, null],
])("the cell %j is the number %j", (cell, value) => {
  expect(number.parse(cell)).toBe(value);
});

test.each(["twelve", "1.5", "1,5", "1e3", "0x10"])("the cell %j is no whole number", (cell) => {
  expect(number.safeParse(cell).success).toBe(false);
});

test.each(["yes", "Oui", "نعم", "ndiyo", "true", "1"])("the cell %j means yes", (cell) => {
  expect(flagCell.parse(cell)).toBe(true);
});

test.each(["no", "NON", "لا", "hapana", "false", "0", undefined])("the cell %j means no", (cell) => {
  expect(flagCell.parse(cell)).toBe(false);
});

test("other words are neither", () => {
  expect(flagCell.safeParse("maybe").success).toBe(false);
});

test("a blank cell of a text that may be empty is null", () => {
  expect(textCell(z.enum(["north"]).nullable()).parse(undefined)).toBe(null);
});
