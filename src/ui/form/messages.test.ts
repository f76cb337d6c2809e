import { expect, test } from "vitest";
import { z } from "zod";
import { issueMessage } from "./messages.ts";

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueMessage }).error?.issues.map(({ message }) => message);

test("an issue keeps the message that its schema gives it", () => {
  expect(messagesOf(z.string("books:errors.titleRequired"), null)).toEqual(["books:errors.titleRequired"]);
});

test.each([
  ["null", z.string(), null],
  ["missing", z.object({ title: z.string() }), {}],
  ["an empty text", z.string().min(1), ""],
  ["an empty address", z.email(), ""],
  ["an empty choice", z.enum(["a"]), ""],
  ["an empty list", z.array(z.string()).min(1), []],
])("%s is required", (_, schema, value) => {
  expect(messagesOf(schema, value)).toEqual(["common:errors.required"]);
});

test("the message for a number outside of its limits has the limit", () => {
  expect(messagesOf(z.number().max(1), 2)).toEqual(["common:errors.tooLarge?count=1"]);
  expect(messagesOf(z.number().min(1), 0)).toEqual(["common:errors.tooSmall?count=1"]);
});

test("the message for a text's length has the limit", () => {
  expect(messagesOf(z.string().max(2), "abc")).toEqual(["common:errors.tooLong?count=2"]);
  expect(messagesOf(z.string().min(2), "a")).toEqual(["common:errors.tooShort?count=2"]);
});

test.each([
  ["an address", z.email(), "a"],
  ["a choice", z.enum(["a"]), "b"],
  ["a number", z.int(), 1.5],
  ["a list that is too long", z.array(z.string()).max(1), ["a", "b"]],
])("%s that is wrong is invalid", (_, schema, value) => {
  expect(messagesOf(schema, value)).toEqual(["common:errors.invalid"]);
});
