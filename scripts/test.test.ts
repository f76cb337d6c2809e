import { expect, test } from "vitest";
import { chooseParts, isShort, shortRuns, vitestArguments } from "./test.ts";

test("npm test runs what has changed and the smoke tests; all tests in CI, with --all, and of what is named", () => {
  expect(isShort([], {}, {})).toBe(true);
  expect(isShort([], {}, { CI: "true" })).toBe(false);
  expect(isShort([], { all: true }, {})).toBe(false);
  expect(isShort(["e2e"], {}, {})).toBe(false);
  expect(isShort([], { file: ["steps"] }, {})).toBe(false);
});

test("npm test runs at most so many of the affected tests, the nearest, and says how many it leaves out", () => {
  const paths = Array.from({ length: 40 }, (_, index) => `src/app/${index}.test.ts`);
  const units = [...paths, "src/brand/brand.test.ts"].map((path) => ({ part: "unit", path }));
  const stories = { part: "browser", path: "testing/components/stories.browser.test.tsx" };
  const { runs, leftOut } = shortRuns([...units, stories], ["src/brand/brand.ts"]);
  expect(runs).toEqual([
    { part: "check", args: [] },
    { part: "unit", args: ["src/brand/brand.test.ts", ...paths.slice(0, 29)] },
    { part: "e2e", label: "smoke", args: ["--tags-filter=smoke"] },
  ]);
  expect(leftOut).toBe(12);
});

test("npm test runs changed end-to-end tests beside the smoke tests", () => {
  const affected = ["home.test.ts", "login.test.ts"].map((file) => ({
    part: "e2e",
    path: `testing/e2e/${file}`,
  }));
  const { runs, leftOut } = shortRuns(affected, ["testing/e2e/login.test.ts", "src/brand/brand.ts"]);
  expect(runs.map(({ args }) => args)).toEqual([[], ["testing/e2e/login.test.ts"], ["--tags-filter=smoke"]]);
  expect(leftOut).toBe(1);
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
