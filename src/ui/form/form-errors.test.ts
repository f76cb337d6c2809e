import type { FieldErrors } from "react-hook-form";
import { expect, test } from "vitest";
import { fieldErrorMessage, fieldMessagesOf, invalidFieldNames } from "./form-errors.ts";

test("a field's own message comes before its root message", () => {
  const errors = {
    title: { type: "custom", message: "own", root: { type: "custom", message: "root" } },
    tags: { root: { type: "custom", message: "root" } },
  };
  expect(fieldErrorMessage(errors, "title")).toBe("own");
  expect(fieldErrorMessage(errors, "tags")).toBe("root");
  expect(fieldErrorMessage(errors, "author")).toBe(undefined);
});

test("finds nested errors, without the form's own error", () => {
  // A control with properties named like those of an error.
  const ref = { name: "x", message: "no" };
  const message = (text: string) => ({ type: "custom", message: text, ref });
  const errors = {
    root: message("form"),
    title: message("title"),
    author: { name: message("name") },
    tags: Object.assign([undefined, message("second")], { root: message("tags") }),
  };
  expect(invalidFieldNames(errors as unknown as FieldErrors)).toEqual([
    "title",
    "author.name",
    "tags.1",
    "tags",
  ]);
});

const apiError = (code: unknown, data?: unknown) => Object.assign(new Error("no"), { code, data });
const hasField = (name: string): name is "title" | "author" => ["title", "author"].includes(name);

test("maps an error's code to the messages of its fields; other errors have none", () => {
  const submitErrors = { BOOK_EXISTS: { title: "books:errors.titleUsed" } };
  const messagesOf = (error: unknown) => fieldMessagesOf(error, submitErrors, hasField);
  expect(messagesOf(apiError("BOOK_EXISTS"))).toBe(submitErrors.BOOK_EXISTS);
  expect(messagesOf(apiError("toString"))).toBe(undefined);
  expect(messagesOf(apiError(1))).toBe(undefined);
  expect(messagesOf({ code: "BOOK_EXISTS" })).toBe(undefined);
  expect(messagesOf(new Error("no"))).toBe(undefined);
});

test("maps the issues of an invalid input to messages, if the form has all of their fields", () => {
  const messagesOf = (issues: unknown) => fieldMessagesOf(apiError("BAD_REQUEST", { issues }), {}, hasField);
  expect(
    messagesOf([
      { field: "title", code: "REQUIRED" },
      { field: "author", code: "TOO_LONG", limit: 200 },
    ]),
  ).toEqual({ title: "common:errors.required", author: "common:errors.tooLong?count=200" });
  expect(
    messagesOf([
      { field: "title", code: "REQUIRED" },
      { field: "id", code: "INVALID" },
    ]),
  ).toBe(undefined);
  expect(messagesOf([])).toBe(undefined);
  expect(messagesOf([{ path: ["title"], message: "no" }])).toBe(undefined);
});
