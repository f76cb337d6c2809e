import {
  bigint,
  boolean,
  date,
  integer,
  numeric,
  pgTable,
  text as textColumn,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { day, idKeys, number, related, text, time, type Sort } from "./sorts.ts";

const table = pgTable("record", {
  id: uuid("id").primaryKey(),
  title: textColumn("title").notNull(),
  subtitle: textColumn("subtitle"),
  day: date("day").notNull(),
  time: timestamp("time", { withTimezone: true }).notNull(),
  count: integer("count").notNull(),
  size: bigint("size", { mode: "bigint" }).notNull(),
  price: numeric("price").notNull(),
  reference: uuid("reference").notNull(),
  flag: boolean("flag").notNull(),
});

const sorts = {
  title: text(table.title),
  subtitle: text(table.subtitle, { blanks: "last" }),
  day: day(table.day),
  time: time(table.time),
  count: number(table.count),
  size: number(table.size),
  price: number(table.price),
  related: related({ name: table.title, id: table.id, reference: table.reference, text: table.title }),
};

type SortName = keyof typeof sorts;

const order = (sort: SortName) => ({ list: "record", sort });
const keysOf = ({ keys }: Sort) => [...keys, ...idKeys(table.id)];
const decode = (sort: SortName, cursor: string) => decodeCursor(order(sort), keysOf(sorts[sort]), cursor);

const anyText = fc.string({ unit: "grapheme", maxLength: 100 }).filter((it) => !it.includes("\0"));
const anyTime = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
const positions: Record<SortName, fc.Arbitrary<(string | null)[]>> = {
  title: fc.tuple(anyText, fc.uuid()),
  subtitle: fc.tuple(fc.option(anyText), fc.uuid()),
  day: fc.tuple(
    anyTime.map((it) => it.toISOString().slice(0, 10)),
    fc.uuid(),
  ),
  time: fc.tuple(
    anyTime.map((it) => it.toISOString().replace("Z", "123Z")),
    fc.uuid(),
  ),
  count: fc.tuple(fc.integer().map(String), fc.uuid()),
  size: fc.tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String), fc.uuid()),
  price: fc.tuple(
    fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
    fc.uuid(),
  ),
  related: fc.tuple(anyText, fc.uuid(), anyText, fc.uuid()),
};
const sortNames = Object.keys(sorts) as SortName[];

test.each(sortNames)("a cursor by %s contains any position", (sort) => {
  fc.assert(
    fc.property(positions[sort], (position) => {
      expect(decode(sort, encodeCursor(order(sort), position))).toEqual(position);
    }),
  );
});

test("an invented cursor is invalid", () => {
  const values = fc.array(fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.uuid()));
  const invented = fc.oneof(
    fc.string(),
    fc
      .oneof(
        fc.json(),
        values.map((it) => JSON.stringify(["record", "title", ...it])),
      )
      .map((json) => Buffer.from(json).toString("base64url")),
  );
  fc.assert(
    fc.property(fc.constantFrom(...sortNames), invented, (sort, cursor) => {
      expect(decode(sort, cursor) === undefined || sort === "title").toBe(true);
    }),
  );
});

const id = "4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11";

describe("a cursor is rejected with", () => {
  test.each([
    ["a NUL", "title", ["a\0", id]],
    ["half a surrogate pair", "title", ["\ud800", id]],
    ["null in an order without blanks", "title", [null, id]],
    ["a number for a text", "title", [1, id]],
    ["an invalid id", "title", ["A", "4b1b9f0e"]],
    ["too many values", "title", ["A", id, "B"]],
    ["too few values", "title", ["A"]],
    ["30 February", "day", ["2026-02-30", id]],
    ["a day in the year 0", "day", ["0000-01-01", id]],
    ["a day in the year 10000", "day", ["10000-01-01", id]],
    ["a day with a time", "day", ["2026-01-01T00:00:00Z", id]],
    ["a time on 30 February", "time", ["2026-02-30T00:00:00.000000Z", id]],
    ["a time in the year 0", "time", ["0000-01-01T00:00:00.000000Z", id]],
    ["a time with an offset", "time", ["2026-01-01T00:00:00.000000+99:00", id]],
    ["a number beyond the column", "count", ["2147483648", id]],
    ["a negative number beyond the column", "count", ["-2147483649", id]],
    ["a number beyond a bigint", "size", ["9223372036854775808", id]],
    ["a fraction in a column of whole numbers", "count", ["1.5", id]],
    ["no number", "price", ["NaN", id]],
    ["an exponent", "price", ["1e100000", id]],
  ] as const)("%s", (_, sort, values) => {
    expect(decode(sort, encodeCursor(order(sort), values as unknown as string[]))).toBeUndefined();
  });

  test("the position of another order", () => {
    expect(decode("subtitle", encodeCursor(order("title"), ["A", id]))).toBeUndefined();
  });

  test("the position of another list", () => {
    expect(decode("title", encodeCursor({ list: "other", sort: "title" }, ["A", id]))).toBeUndefined();
  });
});

test("a list can't be sorted by a column whose nulls have no place, or by one that is no number", () => {
  expect(() => text(table.subtitle)).toThrow("subtitle can be null");
  expect(() => number(table.flag)).toThrow("boolean");
});
