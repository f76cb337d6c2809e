import { boolean, pgTable, text as textColumn } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { number, text } from "./sorts.ts";

const table = pgTable("record", { subtitle: textColumn("subtitle"), flag: boolean("flag").notNull() });

test("a list can't be sorted by a column whose nulls have no place, or by one that is no number", () => {
  expect(() => text(table.subtitle)).toThrow("subtitle can be null");
  expect(() => number(table.flag)).toThrow("boolean");
});
