import { projectDir } from "../../scripts/support/project.ts";
import { duration } from "../../scripts/bootstrap/steps.mjs";
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

type Check = (project: Project) => Finding[] | Promise<Finding[]>;

/** All checks, those that take longest first. */
const checks: Record<string, Check> = {
  types: checkTypes,
  lint: checkLint,
  unused: checkUnused,
  migrations: checkMigrations,
  texts: checkTexts,
  dependencies: checkDependencies,
  directions: checkDirections,
  format: checkFormat,
};

/** As many as there are cores on a small machine. */
const atOnce = 2;

/**
 * Runs the checks on a project, and prints for each the time that it took and what it found. Writes no file.
 * @param o.only the names of the checks to run; all of them where it names none
 * @returns how many checks found nothing, and how many found something
 * @throws where `only` names a check that does not exist
 */
export async function check(
  o: { dir?: string; only?: string[]; print?: (text: string) => void } = {},
): Promise<{ passed: number; failed: number }> {
  const { dir = projectDir, only = [], print = console.log } = o;
  const waiting = Object.entries(only.length > 0 ? named(only) : checks);
  const project = openProject(dir);
  const result = { passed: 0, failed: 0 };

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, run] = next;
      const startedAt = performance.now();
      const findings = await settled(run, project);
      const took = duration(performance.now() - startedAt);
      result[findings.length === 0 ? "passed" : "failed"] += 1;
      const counted = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
      print(
        findings.length === 0
          ? `✓ ${name}  ${took}`
          : `✗ ${name}  ${took}  ${counted}\n${formatFindings(findings)}`,
      );
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}

function named(only: string[]): Record<string, Check> {
  return Object.fromEntries(
    only.map((name) => {
      const run = checks[name];
      if (!run) throw new Error(`There is no check "${name}". There are: ${Object.keys(checks).join(", ")}.`);
      return [name, run];
    }),
  );
}

/** A check that could not do its work has failed, and says why. */
async function settled(run: Check, project: Project): Promise<Finding[]> {
  try {
    return await run(project);
  } catch (error) {
    return [{ file: "", problem: error instanceof Error ? error.message : String(error) }];
  }
}

if (import.meta.main) {
  const { failed } = await check({ only: process.argv.slice(2) });
  process.exitCode = failed > 0 ? 1 : 0;
}
