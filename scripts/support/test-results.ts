/** What a part of the tests came to. */
export type TestCounts = { passed: number; failed: number; skipped: number };

/** What Vitest's JSON reporter writes, as far as it is needed. */
export type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: TestReport[] }[];
};

type TestReport = { fullName: string; status: string; failureMessages: string[] };

/**
 * The sums of one run of Vitest. A file that can't even be loaded counts as a failure, and so does a run that failed
 * for any other reason than a test, or left no report.
 */
export function countTests(report: VitestReport | undefined, code: number): TestCounts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const notLoaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + notLoaded.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (code !== 0 || !report.success) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function addCounts(all: TestCounts[]): TestCounts {
  return all.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** "12 passed, 0 failed", and how many were skipped where any were. */
export function formatCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** The tests that passed at their second try only, each with what its first one failed of. */
export function retriedTests(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n  ${failureMessages[0]}`);
}
