import { expect, test } from "vitest";
import { addSums, sentenceOf, sumsOf, type VitestReport } from "./sums.ts";

const passing: VitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: "passed", assertionResults: [{}, {}, {}] }],
};

test("a report's tests are counted", () => {
  expect(sumsOf(passing, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  expect(sumsOf({ ...passing, success: false, numFailedTests: 2 }, 1).failed).toBe(2);
});

test("a file that could not be loaded is a failure", () => {
  const report = { ...passing, success: false, testResults: [{ status: "failed", assertionResults: [] }] };
  expect(sumsOf(report, 1).failed).toBe(1);
});

test("a run that failed for another reason than a test, or left no report, is a failure", () => {
  expect(sumsOf(passing, 1).failed).toBe(1);
  expect(sumsOf({ ...passing, success: false }, 0).failed).toBe(1);
  expect(sumsOf(undefined, 0).failed).toBe(1);
});

test("sums add up, and read as the closing line", () => {
  const total = addSums([
    { passed: 8, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 2 },
  ]);
  expect(sentenceOf(total)).toBe("11 passed, 1 failed, 2 skipped");
  expect(sentenceOf({ passed: 1, failed: 0, skipped: 0 })).toBe("1 passed, 0 failed");
});
