import type { FieldErrors } from "react-hook-form";
import { expect, test } from "vitest";
import { errorMessage, collectFieldErrors, textsFor } from "./form-errors.ts";

test("a field's own message comes before its root message", () => {
  const errors = {
    title: { type: "custom", message: "own", root: { type: "custom", message: "root" } },
    tags: { root: { type: "custom", message: "root" } },
  };
  expect(errorMessage(errors, "title")).toBe("own");
  expect(errorMessage(errors, "tags")).toBe("root");
  expect(errorMessage(errors, "author")).toBe(undefined);
});

test("problems are found however deep they lie, the form's own apart", () => {
  // A control that has a property called like an error's.
  const ref = { name: "x", message: "no" };
  const message = (text: string) => ({ type: "custom", message: text, ref });
  const errors = {
    root: message("form"),
    title: message("title"),
    author: { name: message("name") },
    tags: Object.assign([undefined, message("second")], { root: message("tags") }),
  };
  expect(collectFieldErrors(errors as unknown as FieldErrors)).toEqual([
    { name: "title", message: "title" },
    { name: "author.name", message: "name" },
    { name: "tags.1", message: "second" },
    { name: "tags", message: "tags" },
  ]);
});

test("an answer's code says which texts stand where; of other errors nothing is known", () => {
  const texts = { BOOK_EXISTS: { title: "books:errors.titleUsed" } };
  const answer = (code: unknown) => Object.assign(new Error("no"), { code });
  expect(textsFor(answer("BOOK_EXISTS"), texts)).toBe(texts.BOOK_EXISTS);
  expect(textsFor(answer("toString"), texts)).toBe(undefined);
  expect(textsFor(answer(1), texts)).toBe(undefined);
  expect(textsFor({ code: "BOOK_EXISTS" }, texts)).toBe(undefined);
  expect(textsFor(new Error("no"), texts)).toBe(undefined);
});
