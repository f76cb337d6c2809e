import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { text } from "./text-modes.ts";

const blank = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r", "\u00a0", "\u2003"), maxLength: 5 });
const filled = fc.string({ unit: "grapheme" }).filter((typed) => typed.trim() !== "");

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe.each(Object.entries(text))("%s", (_, mode) => {
  test("text is trimmed and otherwise unchanged", () => {
    fc.assert(
      fc.property(blank, filled, blank, (before, typed, after) => {
        expect(mode().parse(before + typed + after)).toBe(typed.trim());
      }),
    );
  });

  test("the given schema validates the trimmed text", () => {
    const schema = mode(z.string().max(3, "books:errors.tooLong"));
    expect(schema.parse("  abc  ")).toBe("abc");
    expect(messagesOf(schema, " abcd ")).toEqual(["books:errors.tooLong"]);
  });

  test("anything but text fails", () => {
    expect(mode().safeParse(1).success).toBe(false);
    expect(mode().safeParse([]).success).toBe(false);
  });
});

test("required: blank, null and missing fail with common:errors.required", () => {
  fc.assert(
    fc.property(fc.oneof(blank, fc.constant(null), fc.constant(undefined)), (typed) => {
      expect(messagesOf(text.required(), typed)).toEqual(["common:errors.required"]);
    }),
  );
  expect(messagesOf(z.object({ title: text.required() }), {})).toEqual(["common:errors.required"]);
});

test("required: a field may say in its own words that it is", () => {
  const schema = text.required(z.string().min(3, "books:errors.titleShort"), "books:errors.titleRequired");
  expect(messagesOf(schema, " ")).toEqual(["books:errors.titleRequired"]);
  expect(messagesOf(schema, "ab")).toEqual(["books:errors.titleShort"]);
});

test("nullable: blank is null and null is allowed, missing is not", () => {
  fc.assert(
    fc.property(blank, (typed) => {
      expect(text.nullable().parse(typed)).toBe(null);
    }),
  );
  expect(text.nullable().parse(null)).toBe(null);
  expect(text.nullable().safeParse(undefined).success).toBe(false);
  expect(z.object({ publisher: text.nullable() }).safeParse({}).success).toBe(false);
});

test("nullish: blank is null, null and missing are allowed", () => {
  fc.assert(
    fc.property(blank, (typed) => {
      expect(text.nullish().parse(typed)).toBe(null);
    }),
  );
  expect(text.nullish().parse(null)).toBe(null);
  expect(text.nullish().parse(undefined)).toBe(undefined);
  expect(z.object({ publisher: text.nullish() }).parse({})).toEqual({});
});

test("optional: blank is undefined and missing is allowed, null is not", () => {
  fc.assert(
    fc.property(blank, (typed) => {
      expect(text.optional().parse(typed)).toBe(undefined);
    }),
  );
  expect(z.object({ publisher: text.optional() }).parse({})).toEqual({});
  expect(text.optional().safeParse(null).success).toBe(false);
});

test("a contract can describe them (JSON Schema)", () => {
  const schema = z.object({ title: text.required(z.string().max(200)), publisher: text.nullish() });
  expect(z.toJSONSchema(schema, { io: "output" }).properties).toMatchObject({
    title: { type: "string", maxLength: 200 },
  });
  expect(() => z.toJSONSchema(schema, { io: "input" })).not.toThrow();
});
