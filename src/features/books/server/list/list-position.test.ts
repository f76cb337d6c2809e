import fc from "fast-check";
import { expect, test } from "vitest";
import { bookListQuerySchema, type Book } from "#features/books/schema.ts";
import { decodeCursor, encodeCursor } from "./list-position.ts";

const sorts = bookListQuerySchema.shape.sort.unwrap().options;

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }).filter((it) => !it.includes("\0"));
const time = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
const book: fc.Arbitrary<Book> = fc.record({
  id: fc.uuid(),
  title: text,
  author: text,
  publisher: fc.option(text),
  genre: fc.record({ id: fc.uuid(), name: text, hue: fc.nat(359) }),
  cover: fc.constant(null),
  createdAt: time,
  updatedAt: time,
  version: fc.nat(),
});

test.each(sorts)("a cursor by %s contains the position of any book", (sort) => {
  fc.assert(
    fc.property(book, (it) => {
      expect(decodeCursor(sort, encodeCursor(sort, it))?.at(-1)).toBe(it.id);
    }),
  );
});

test("an invented cursor is invalid", () => {
  const made = fc.oneof(
    fc.string(),
    fc.json().map((json) => Buffer.from(json).toString("base64url")),
    fc
      .array(fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.uuid()))
      .map((values) => Buffer.from(JSON.stringify(["title", ...values])).toString("base64url")),
  );
  fc.assert(
    fc.property(fc.constantFrom(...sorts), made, (sort, cursor) => {
      const position = decodeCursor(sort, cursor);
      expect(position === undefined || sort === "title").toBe(true);
    }),
  );
});

const id = "4b1b9f0e-5f0c-4a53-8b8e-0d6c3a0f7a11";

test.each([
  ["an invalid time", "createdAt", ["createdAt", "2026-02-30T00:00:00.000Z", id]],
  ["a time before the year 1", "createdAt", ["createdAt", "0000-01-01T00:00:00.000Z", id]],
  ["a time with an offset", "updatedAt", ["updatedAt", "2026-01-01T00:00:00.000+99:00", id]],
  ["a NUL", "title", ["title", "a\0", id]],
  ["half a surrogate pair", "title", ["title", "\ud800", id]],
  ["an invalid id", "title", ["title", "A", "4b1b9f0e"]],
  ["another order's cursor", "author", ["title", "A", id]],
  ["too many values", "title", ["title", "A", id, "B"]],
] as const)("%s is rejected", (_, sort, values) => {
  expect(decodeCursor(sort, Buffer.from(JSON.stringify(values)).toString("base64url"))).toBeUndefined();
});
