/** How many tests passed, failed and were skipped. */
export type TestResults = {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, and what passed only at its second attempt: its name, and its first error. */
  failures: string[];
  retried: string[];
};

/** More retried tests than this fail the run. */
const maxRetried = 2;

/** The parts of Vitest's JSON report that are used here. */
export type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; message?: string; assertionResults: TestResult[] }[];
};

type TestResult = { fullName: string; status: string; failureMessages: string[] };

/**
 * The results of one run of Vitest. A file that can't be loaded counts as a failed test, and so does a run that has no
 * report or failed although no test did.
 * @param code Vitest's exit code
 */
export function readResults(report: VitestReport | undefined, code: number): TestResults {
  if (!report) return failedRun("The tests left no report");
  const unloadedFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloadedFiles.length;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const isOutsideTests = failed === 0 && (code !== 0 || !report.success);
  return {
    passed: report.numPassedTests,
    failed: isOutsideTests ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...tests.filter(({ status }) => status === "failed").map(describe),
      ...unloadedFiles.map(({ name, message = "" }) => `${name}\n  ${message}`),
      ...(isOutsideTests ? ["An error outside of the tests"] : []),
    ],
    retried: tests
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(describe),
  };
}

function describe({ fullName, failureMessages }: TestResult): string {
  return `${fullName}\n  ${failureMessages[0]}`;
}

/** The results of tests that could not be run. */
export function failedRun(problem: string): TestResults {
  return { passed: 0, failed: 1, skipped: 0, failures: [problem], retried: [] };
}

/** The results of checks, which have printed their findings. */
export function resultsOfChecks({ passed, failed }: { passed: number; failed: number }): TestResults {
  return { passed, failed, skipped: 0, failures: failed > 0 ? ["Checks"] : [], retried: [] };
}

export function addResults(all: TestResults[]): TestResults {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: all.flatMap(({ failures }) => failures),
    retried: all.flatMap(({ retried }) => retried),
  };
}

/** Whether a run fails: a test failed, no test ran, or too many tests were retried. */
export function isFailure({ passed, failed, retried }: TestResults): boolean {
  return failed > 0 || passed === 0 || retried.length > maxRetried;
}

/** Prints what failed or was retried once more, where it is found: at the end of a long output. */
export function printProblems({ failures, retried }: TestResults): void {
  for (const test of failures) console.error(`\nFailed: ${test}`);
  for (const test of retried) console.warn(`\nPassed only on the second attempt: ${test}`);
}

/** For example "12 passed, 0 failed, 1 retried". */
export function formatResults({ passed, failed, skipped, retried }: TestResults): string {
  return [
    `${passed} passed`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(retried.length > 0 ? [`${retried.length} retried (at most ${maxRetried})`] : []),
  ].join(", ");
}
