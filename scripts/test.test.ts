import { expect, test } from "vitest";
import { chooseParts, isShort, shortRuns, vitestArguments } from "./test.ts";

test("npm test runs what has changed and the smoke tests; all tests in CI, with --all, and of what is named", () => {
  expect(isShort([], {}, {})).toBe(true);
  expect(isShort([], {}, { CI: "true" })).toBe(false);
  expect(isShort([], { all: true }, {})).toBe(false);
  expect(isShort(["e2e"], {}, {})).toBe(false);
  expect(isShort([], { file: ["steps"] }, {})).toBe(false);
  const runs = shortRuns("0a1b2c3");
  expect(runs.map(({ part }) => part)).toEqual(["check", "unit", "database", "browser", "e2e", "e2e"]);
  expect(runs[1]?.args).toContain("--changed=0a1b2c3");
  expect(runs.at(-1)?.args).toEqual(["--tags-filter=smoke"]);
});

test("all tests run in a fixed order", () => {
  expect(chooseParts([])).toEqual(["check", "unit", "database", "browser", "e2e"]);
  expect(chooseParts(["e2e", "unit"])).toEqual(["unit", "e2e"]);
  expect(chooseParts(["deploy"])).toEqual(["deploy"]);
});

test("--file and --name go to Vitest", () => {
  expect(vitestArguments({ file: ["steps", "lock"], name: "a step" })).toEqual([
    "steps",
    "lock",
    "--testNamePattern=a step",
  ]);
  expect(vitestArguments({})).toEqual([]);
});
