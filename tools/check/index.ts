import { availableParallelism } from "node:os";
import { projectDir } from "../../scripts/support/project.ts";
import { checkClocks } from "./clocks.ts";
import { checkDependencies } from "./dependencies.ts";
import { checkDirections } from "./directions.ts";
import { checkMigrations } from "./migrations.ts";
import { checkProductName } from "./product-name.ts";
import { openProject } from "./project.ts";
import { type Check, runChecks } from "./run-checks.ts";
import { checkTexts } from "./texts.ts";
import { runTool } from "./tool.ts";

/** A check by a program, whose output is the finding. */
function byTool(...[name, ...args]: [Parameters<typeof runTool>[0], ...string[]]): Check {
  return async ({ dir }) => {
    const { code, output } = await runTool(name, args, dir);
    return code === 0 ? [] : [{ problem: output.trim() || `${name} failed with the exit code ${code}` }];
  };
}

/** Each of TypeScript's checkers works out the types that it needs by itself: more than there are cores cost time. */
const checkers = String(Math.min(4, availableParallelism()));
const compile = byTool("tsc", "--noEmit", "--pretty", "false", "--checkers", checkers);

/** With the rules that need types, which take most of the time and fix next to nothing: `npm run fix` goes without them. */
const lint = byTool(
  "oxlint",
  "--type-aware",
  "--deny-warnings",
  "--report-unused-disable-directives-severity=error",
);

/** A feature's declaration "is referenced in its own initializer". */
const circularFeature = /^(src\/features\/[^/]+\/feature\.ts)\((\d+),.*TS7022/m;

/**
 * Compiles without a cache. Permissions have the type of the features' declarations, so if that of one depends on
 * permissions, everything that has permissions has errors: then only their cause is a finding.
 */
export const checkTypes: Check = async (project) => {
  const findings = await compile(project);
  const [, file, line] = circularFeature.exec(findings[0]?.problem ?? "") ?? [];
  if (!file) return findings;
  const problem =
    "depends on its own permissions, from which many errors follow: give what it calls a type, for example\n  const search: FeatureSearch = recordSearch(…);";
  return [{ file, line: Number(line), problem }];
};

/** All checks, the slowest first. */
const checks: Record<string, Check> = {
  types: checkTypes,
  unused: byTool("knip", "--no-progress", "--no-config-hints"),
  lint,
  migrations: checkMigrations,
  texts: checkTexts,
  dependencies: checkDependencies,
  directions: checkDirections,
  clocks: checkClocks,
  name: checkProductName,
  format: byTool("oxfmt", "--check"),
};

export const checkNames = Object.keys(checks);

/**
 * Runs checks on a project and prints their durations and findings. Writes no file of the project.
 * @param o.only the names of the checks to run; by default all
 * @returns how many checks had no findings, and how many had some
 */
export async function check(
  o: { dir?: string; only?: string[]; print?: (text: string) => void } = {},
): Promise<{ passed: number; failed: number }> {
  const { dir = projectDir, only = [], print } = o;
  const chosen = Object.entries(checks).filter(([name]) => only.length === 0 || only.includes(name));
  return runChecks(Object.fromEntries(chosen), openProject(dir), print);
}
