import { expect, test } from "vitest";
import { addResults, formatResults, isFailure, readResults, type VitestReport } from "./test-results.ts";

const passing: VitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: "passed", assertionResults: [] }],
};
const results = { passed: 3, failed: 0, skipped: 0, retried: [] };

test("the tests of a report are counted", () => {
  expect(readResults(passing, 0)).toEqual({ passed: 3, failed: 0, skipped: 2, retried: [] });
  expect(readResults({ ...passing, success: false, numFailedTests: 2 }, 1).failed).toBe(2);
});

test("a file that could not be loaded is a failure", () => {
  const report = { ...passing, success: false, testResults: [{ status: "failed", assertionResults: [] }] };
  expect(readResults(report, 1).failed).toBe(1);
});

test("a run that failed without a failed test, or left no report, is a failure", () => {
  expect(readResults(passing, 1).failed).toBe(1);
  expect(readResults({ ...passing, success: false }, 0).failed).toBe(1);
  expect(readResults(undefined, 0).failed).toBe(1);
});

test("results are added up and printed", () => {
  const total = addResults([
    { passed: 8, failed: 0, skipped: 0, retried: [] },
    { passed: 3, failed: 1, skipped: 2, retried: ["a test"] },
  ]);
  expect(formatResults(total)).toBe("11 passed, 1 failed, 2 skipped, 1 retried (at most 2)");
  expect(formatResults({ ...results, passed: 1 })).toBe("1 passed, 0 failed");
});

test("a test that passed on its second attempt is listed with the error of the first", () => {
  const passed = { fullName: "a test", status: "passed", failureMessages: [] };
  const retried = { ...passed, fullName: "a click is handled", failureMessages: ["Error: too late"] };
  const failed = { ...retried, status: "failed" };
  const testResults = [{ status: "passed", assertionResults: [passed, retried, failed] }];
  expect(readResults({ ...passing, testResults }, 0).retried).toEqual([
    "a click is handled\n  Error: too late",
  ]);
});

test("a run fails if a test failed, none ran, or more than two were retried", () => {
  expect(isFailure(results)).toBe(false);
  expect(isFailure({ ...results, failed: 1 })).toBe(true);
  expect(isFailure({ ...results, passed: 0 })).toBe(true);
  expect(isFailure({ ...results, retried: ["a", "b"] })).toBe(false);
  expect(isFailure({ ...results, retried: ["a", "b", "c"] })).toBe(true);
});
