import { expect, test } from "vitest";
import { addCounts, retriedTests, formatCounts, countTests, type VitestReport } from "./test-results.ts";

const passing: VitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: "passed", assertionResults: [] }],
};
const passedTest = { fullName: "a test", status: "passed", failureMessages: [] };

test("a report's tests are counted", () => {
  expect(countTests(passing, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  expect(countTests({ ...passing, success: false, numFailedTests: 2 }, 1).failed).toBe(2);
});

test("a file that could not be loaded is a failure", () => {
  const report = { ...passing, success: false, testResults: [{ status: "failed", assertionResults: [] }] };
  expect(countTests(report, 1).failed).toBe(1);
});

test("a run that failed for another reason than a test, or left no report, is a failure", () => {
  expect(countTests(passing, 1).failed).toBe(1);
  expect(countTests({ ...passing, success: false }, 0).failed).toBe(1);
  expect(countTests(undefined, 0).failed).toBe(1);
});

test("sums add up, and read as the closing line", () => {
  const total = addCounts([
    { passed: 8, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 2 },
  ]);
  expect(formatCounts(total)).toBe("11 passed, 1 failed, 2 skipped");
  expect(formatCounts({ passed: 1, failed: 0, skipped: 0 })).toBe("1 passed, 0 failed");
});

test("who needed a second try is named, with what failed at first", () => {
  const shaky = { fullName: "a press is kept", status: "passed", failureMessages: ["Error: too late"] };
  const failed = { ...shaky, status: "failed" };
  const report = {
    ...passing,
    testResults: [{ status: "passed", assertionResults: [passedTest, shaky, failed] }],
  };
  expect(retriedTests(report)).toEqual(["a press is kept\n  Error: too late"]);
  expect(retriedTests(undefined)).toEqual([]);
});
