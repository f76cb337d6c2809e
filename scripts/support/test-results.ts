/** How many tests passed, failed and were skipped, and the tests that passed only on a second attempt. */
export type TestResults = { passed: number; failed: number; skipped: number; retried: string[] };

/** More retried tests than this fail the run. */
const maxRetried = 2;

/** The parts of Vitest's JSON report that are used here. */
export type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/**
 * The results of one run of Vitest. A file that can't be loaded counts as a failed test, and so does a run that has no
 * report or failed although no test did.
 * @param code Vitest's exit code
 */
export function readResults(report: VitestReport | undefined, code: number): TestResults {
  if (!report) return { passed: 0, failed: 1, skipped: 0, retried: [] };
  const unloadedFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloadedFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (code !== 0 || !report.success) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}\n  ${failureMessages[0]}`),
  };
}

export function addResults(all: TestResults[]): TestResults {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    skipped: all.reduce((sum, { skipped }) => sum + skipped, 0),
    retried: all.flatMap(({ retried }) => retried),
  };
}

/** Whether a run fails: a test failed, no test ran, or too many tests were retried. */
export function isFailure({ passed, failed, retried }: TestResults): boolean {
  return failed > 0 || passed === 0 || retried.length > maxRetried;
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
