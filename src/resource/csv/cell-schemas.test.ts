import { expect, test } from "vitest";
import { z } from "zod";
import { choiceCell, flagCell, moneyCell, numberCell, textCell, yesNoWords } from "./cell-schemas.ts";

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

const words = Object.values(yesNoWords);

test.each([...words.map(({ yes }) => yes), "YES", "true", "1"])("the cell %j means yes", (cell) => {
  expect(flagCell.parse(cell)).toBe(true);
});

test.each([...words.map(({ no }) => no), "NO", "false", "0", undefined])("the cell %j means no", (cell) => {
  expect(flagCell.parse(cell)).toBe(false);
});

test("other words are neither", () => {
  expect(flagCell.safeParse("maybe").success).toBe(false);
});

test("a blank cell of a text that may be empty is null", () => {
  expect(textCell(z.enum(["north"]).nullable()).parse(undefined)).toBe(null);
});

test.each(["north", " North ", "NORTH"])("the cell %j is the choice north", (cell) => {
  const choice = choiceCell(["north", "farSouth"], z.enum(["north", "farSouth"]).nullable());
  expect(choice.parse(cell)).toBe("north");
  expect(choice.safeParse("west").success).toBe(false);
});

const money = moneyCell(z.int().nullable());

test.each([
  ["12", 1200],
  [" 12.5 ", 1250],
  ["12,05", 1205],
  ["-0.01", -1],
  [undefined, null],
])("the cell %j is an amount of %j cents", (cell, cents) => {
  expect(money.parse(cell)).toBe(cents);
});

test.each(["€ 12", "1.234,50", "12.345", ".5", "1e3"])("the cell %j is no amount", (cell) => {
  expect(money.safeParse(cell).success).toBe(false);
});
