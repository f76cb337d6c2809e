import { duration } from "../../scripts/bootstrap/steps.mjs";
import { cacheDir, projectDir } from "../../scripts/support/project.ts";
import { checkConformance } from "./conformance.ts";
import { checkDependencies } from "./dependencies.ts";
import { checkDirections } from "./directions.ts";
import { formatFindings, type Finding } from "./finding.ts";
import { checkFormat } from "./format.ts";
import { checkLint } from "./lint.ts";
import { checkMigrations } from "./migrations.ts";
import { openProject, type Project } from "./project.ts";
import { checkTexts } from "./texts.ts";
import { checkTypes } from "./types.ts";
import { checkUnused } from "./unused.ts";
import { checkWords } from "./words.ts";

type Check = (project: Project) => Finding[] | Promise<Finding[]>;

/** All checks, the slowest first. Lint waits for the types. */
const checks: Record<string, Check> = {
  types: checkTypes,
  unused: checkUnused,
  lint: checkLint,
  migrations: checkMigrations,
  texts: checkTexts,
  words: checkWords,
  dependencies: checkDependencies,
  directions: checkDirections,
  conformance: checkConformance,
  format: checkFormat,
};

export const checkNames = Object.keys(checks);

const maxConcurrent = 2;

/**
 * Runs checks on a project and prints their durations and findings. Writes no file.
 * @param o.only the names of the checks to run; by default all
 * @returns how many checks had no findings, and how many had some
 */
export async function check(
  o: { dir?: string; only?: string[]; print?: (text: string) => void } = {},
): Promise<{ passed: number; failed: number }> {
  const { dir = projectDir, only = [], print = console.log } = o;
  const queue = Object.entries(checks).filter(([name]) => only.length === 0 || only.includes(name));
  // CI has no cache, and a test's project none of its own.
  const isCached = dir === projectDir && !process.env.CI;
  const project = openProject(dir, isCached ? { cacheDir } : {});
  const result = { passed: 0, failed: 0 };

  async function runQueue(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, run] = next;
      const startedAt = performance.now();
      const findings = await runCheck(run, project);
      const isPassed = findings.length === 0;
      result[isPassed ? "passed" : "failed"] += 1;
      const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
      const line = `${isPassed ? "✓" : "✗"} ${name}  ${duration(performance.now() - startedAt)}`;
      print(isPassed ? line : `${line}  ${count}\n${formatFindings(findings)}`);
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, runQueue));
  return result;
}

/** A check that throws has failed. */
async function runCheck(run: Check, project: Project): Promise<Finding[]> {
  try {
    return await run(project);
  } catch (error) {
    return [{ file: "", problem: error instanceof Error ? error.message : String(error) }];
  }
}
