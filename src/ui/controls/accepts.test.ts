import { expect, test } from "vitest";
import { accepts } from "./accepts.ts";

const png = { name: "Cover.PNG", type: "image/png" };

test.each([
  [undefined, true],
  ["", true],
  ["image/png", true],
  ["IMAGE/PNG", true],
  ["image/jpeg, image/png", true],
  ["image/*", true],
  [".png", true],
  [".csv,.png", true],
  ["image/jpeg", false],
  ["text/*", false],
  [".jpg", false],
  ["image/pn", false],
])("accept=%j takes a PNG image: %s", (accept, isAccepted) => {
  expect(accepts(accept, png)).toBe(isAccepted);
});

test("a file of an unknown type is accepted by its ending alone", () => {
  const csv = { name: "books.csv", type: "" };
  expect(accepts("text/csv", csv)).toBe(false);
  expect(accepts("text/csv,.csv", csv)).toBe(true);
});
