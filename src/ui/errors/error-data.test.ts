import { expect, test } from "vitest";
import { errorReference, errorStatus } from "./error-data.ts";

test("the status of an error is its HTTP error status, if it has one", () => {
  expect(errorStatus(Object.assign(new Error("No"), { status: 403 }))).toBe(403);
  for (const unknown of [new Error("x"), null, "403", { status: "403" }, { status: 200 }, { status: 999 }]) {
    expect(errorStatus(unknown)).toBeUndefined();
  }
});

test("the reference is read from the data", () => {
  expect(errorReference({ data: { reference: "abc" } })).toBe("abc");
  for (const none of [new Error("x"), null, { data: null }, { data: { reference: 1 } }]) {
    expect(errorReference(none)).toBeUndefined();
  }
});
