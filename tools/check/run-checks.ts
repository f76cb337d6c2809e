import { duration } from "../../scripts/bootstrap/steps.mjs";
import type { Project } from "./project.ts";

/** A problem that a check found, with a sentence that says what to do. */
export type Finding = {
  /** Path from the project's folder, with `/`; missing if it is not about a file. */
  file?: string;
  /** From 1. */
  line?: number;
  problem: string;
  /** Whether the check passes nevertheless. */
  isWarning?: boolean;
};

export type Check = (project: Project) => Finding[] | Promise<Finding[]>;

const maxConcurrent = 2;

/** Runs checks by name, and prints their durations and findings. Returns how many had no findings, and how many had some. */
export async function runChecks(
  checks: Record<string, Check>,
  project: Project,
  print: (text: string) => void = console.log,
): Promise<{ passed: number; failed: number }> {
  const queue = Object.entries(checks);
  const result = { passed: 0, failed: 0 };

  async function runQueue(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, run] = next;
      const startedAt = performance.now();
      const findings = await runCheck(run, project);
      const isPassed = findings.every(({ isWarning }) => isWarning);
      result[isPassed ? "passed" : "failed"] += 1;
      print(
        [
          `${isPassed ? "✓" : "✗"} ${name}  ${duration(performance.now() - startedAt)}`,
          ...findings.map(formatFinding),
        ].join("\n"),
      );
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, runQueue));
  return result;
}

/** For example "src/main.ts:1 is not imported". */
export function formatFinding({ file, line, problem }: Finding): string {
  return [file && [file, line].filter(Boolean).join(":"), problem].filter(Boolean).join(" ");
}

/** A check that throws has failed. */
async function runCheck(run: Check, project: Project): Promise<Finding[]> {
  try {
    return await run(project);
  } catch (error) {
    return [{ problem: error instanceof Error ? error.message : String(error) }];
  }
}
