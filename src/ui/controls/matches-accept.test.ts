import { expect, test } from "vitest";
import { matchesAccept } from "./matches-accept.ts";

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
  expect(matchesAccept(accept, png)).toBe(isAccepted);
});

test("a file of an unknown type is accepted by its ending alone", () => {
  const csv = { name: "books.csv", type: "" };
  expect(matchesAccept("text/csv", csv)).toBe(false);
  expect(matchesAccept("text/csv,.csv", csv)).toBe(true);
});
