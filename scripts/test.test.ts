import { expect, test } from "vitest";
import { chooseParts, vitestArguments } from "./test.ts";

test("npm test runs every part, in a fixed order", () => {
  expect(chooseParts([])).toEqual(["check", "unit", "database", "browser", "e2e", "engines"]);
  expect(chooseParts(["e2e", "unit"])).toEqual(["unit", "e2e"]);
});

test("--file and --name go to Vitest", () => {
  expect(vitestArguments({ file: ["steps", "lock"], name: "a step" })).toEqual([
    "steps",
    "lock",
    "--testNamePattern=a step",
  ]);
  expect(vitestArguments({})).toEqual([]);
});
