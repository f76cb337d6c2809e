import { expect, test } from "vitest";
import { readArguments } from "./test.ts";

test("npm test runs every part, in its own order", () => {
  expect(readArguments([]).chosen).toEqual(["check", "unit", "database", "browser", "e2e"]);
  expect(readArguments(["e2e", "unit"]).chosen).toEqual(["unit", "e2e"]);
});

test("what names no part goes to Vitest, and --long asks for the long form", () => {
  expect(readArguments(["unit", "--long", "steps", "-t", "a step"])).toEqual({
    chosen: ["unit"],
    long: true,
    forVitest: ["steps", "-t", "a step"],
  });
});
