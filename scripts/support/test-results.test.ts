import { expect, test } from "vitest";
import { addResults, formatResults, isFailure, readResults, type VitestReport } from "./test-results.ts";

const passing: VitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ name: "a.test.ts", status: "passed", assertionResults: [] }],
};
const results = { passed: 3, failed: 0, skipped: 0, failures: [], retried: [] };

test("the tests of a report are counted", () => {
  expect(readResults(passing, 0)).toEqual({ ...results, skipped: 2 });
  expect(readResults({ ...passing, success: false, numFailedTests: 2 }, 1).failed).toBe(2);
});

test("a file that could not be loaded is a failure", () => {
  const file = { name: "a.test.ts", status: "failed", message: "Unexpected token", assertionResults: [] };
  const { failed, failures } = readResults({ ...passing, success: false, testResults: [file] }, 1);
  expect(failed).toBe(1);
  expect(failures).toEqual(["a.test.ts\n  Unexpected token"]);
});

test("a run that failed without a failed test, or left no report, is a failure", () => {
  expect(readResults(passing, 1).failed).toBe(1);
  expect(readResults({ ...passing, success: false }, 0).failed).toBe(1);
  expect(readResults(undefined, 0).failed).toBe(1);
});

test("results are added up and printed", () => {
  const total = addResults([
    { ...results, passed: 8 },
    { passed: 3, failed: 1, skipped: 2, failures: ["another"], retried: ["a test"] },
  ]);
  expect(total).toMatchObject({ failures: ["another"], retried: ["a test"] });
  expect(formatResults(total)).toBe("11 passed, 1 failed, 2 skipped, 1 retried (at most 2)");
  expect(formatResults({ ...results, passed: 1 })).toBe("1 passed, 0 failed");
});

test("what failed, and what passed on its second attempt, is listed with its first error", () => {
  const passed = { fullName: "a test", status: "passed", failureMessages: [] };
  const retried = { ...passed, fullName: "a click is handled", failureMessages: ["Error: too late"] };
  const failed = { fullName: "a form is sent", status: "failed", failureMessages: ["Error: rejected"] };
  const testResults = [{ name: "a.test.ts", status: "passed", assertionResults: [passed, retried, failed] }];
  const read = readResults({ ...passing, numFailedTests: 1, testResults }, 1);
  expect(read.retried).toEqual(["a click is handled\n  Error: too late"]);
  expect(read.failures).toEqual(["a form is sent\n  Error: rejected"]);
});

test("a run fails if a test failed, none ran, or more than two were retried", () => {
  expect(isFailure(results)).toBe(false);
  expect(isFailure({ ...results, failed: 1 })).toBe(true);
  expect(isFailure({ ...results, passed: 0 })).toBe(true);
  expect(isFailure({ ...results, retried: ["a", "b"] })).toBe(false);
  expect(isFailure({ ...results, retried: ["a", "b", "c"] })).toBe(true);
});
