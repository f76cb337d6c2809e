import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, type Arguments } from "./bootstrap/commands.mjs";
import { formatError } from "./bootstrap/errors.mjs";
import { runChild } from "./bootstrap/child.mjs";
import { createSteps, duration, type Steps } from "./bootstrap/steps.mjs";
import { buildProduct } from "./build.ts";
import { runGit } from "../tools/git.ts";
import { findBrowser } from "./support/browser.ts";
import { prepareEngines } from "./support/engines.ts";
import { projectDir } from "./support/project.ts";
import {
  addResults,
  formatResults,
  isFailure,
  readResults,
  type TestResults,
  type VitestReport,
} from "./support/test-results.ts";

/** One run of a part. The parts after "check" are projects of vitest.config.ts. */
type Run = { part: string; label?: string; args: string[] };

/**
 * `npm test`: runs the checks, the tests that import what has changed, and the smoke tests; with `--all` and in CI all
 * tests. Parts, files and names that are given run in full.
 */
export async function run({ positionals, options }: Arguments): Promise<number> {
  if (options.long) process.env.FLYLEAF_LONG = "1";
  const steps = createSteps();
  const lines: string[] = [];
  const all: TestResults[] = [];
  const base = isShort(positionals, options, process.env) ? changesSince() : undefined;
  const runs: Run[] = base
    ? shortRuns(base)
    : chooseParts(positionals).map((part) => ({ part, args: vitestArguments(options) }));
  for (const each of runs) {
    const startedAt = performance.now();
    const results = await runPart(each, steps);
    // Of a short run, only what ran counts.
    if (base) results.skipped = 0;
    all.push(results);
    if (base && results.passed + results.failed === 0) continue;
    const label = (each.label ?? each.part).padEnd(9);
    lines.push(`${label} ${formatResults(results)}  (${duration(performance.now() - startedAt)})`);
  }
  const total = addResults(all);
  for (const test of total.retried) console.warn(`\nPassed only on the second attempt: ${test}`);
  if (base)
    lines.push("\nThe tests that your changes can affect, and the smoke tests. All tests: npm test -- --all");
  console.log(`\n${lines.join("\n")}\n\n${formatResults(total)}`);
  return isFailure(total) ? 1 : 0;
}

/** Whether nothing asks for all tests of some part. */
export function isShort(
  positionals: string[],
  options: Arguments["options"],
  env: NodeJS.ProcessEnv,
): boolean {
  return positionals.length === 0 && Object.keys(options).length === 0 && !env.CI;
}

/** The commit from which the changes count: that of the upstream branch, or else the last one. Undefined without git. */
function changesSince(): string | undefined {
  return runGit(projectDir, "merge-base", "HEAD", "@{upstream}") ?? runGit(projectDir, "rev-parse", "HEAD");
}

/** The runs of `npm test`, in the order in which failures show fastest. */
export function shortRuns(base: string): Run[] {
  const changed = [`--changed=${base}`, "--passWithNoTests"];
  return [
    { part: "check", args: [] },
    ...["unit", "database", "browser", "e2e"].map((part) => ({ part, args: changed })),
    { part: "e2e", label: "smoke", args: ["--tags-filter=smoke"] },
  ];
}

/** The named parts in the order in which they run; all if none is named. */
export function chooseParts(named: string[]): string[] {
  const parts = commands.test?.positionals?.choices ?? [];
  return named.length > 0 ? parts.filter((part) => named.includes(part)) : parts;
}

export function vitestArguments({ file, name }: Arguments["options"]): string[] {
  return [...[file ?? []].flat().map(String), ...(name ? [`--testNamePattern=${String(name)}`] : [])];
}

/** A part that can't start counts as one failure, and the other parts still run. */
async function runPart({ part, args }: Run, steps: Steps): Promise<TestResults> {
  try {
    if (part === "check") {
      const { check } = await import("../tools/check/index.ts");
      return { ...(await check()), skipped: 0, retried: [] };
    }
    const isEndToEnd = part === "e2e" || part === "engines";
    if (part === "browser" || isEndToEnd) process.env.CHROMIUM_PATH = await findBrowser(steps);
    if (part === "engines") await prepareEngines(steps);
    if (isEndToEnd) await buildProduct(steps);
    return await runVitest(part, args);
  } catch (error) {
    console.error(`\n${formatError(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0, retried: [] };
  }
}

async function runVitest(project: string, args: string[]): Promise<TestResults> {
  console.log(`\n${project}`);
  const folder = mkdtempSync(join(tmpdir(), "flyleaf-test-"));
  const file = join(folder, "report.json");
  try {
    const { code } = await runChild(process.execPath, [
      join("node_modules", "vitest", "vitest.mjs"),
      "run",
      `--project=${project}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...args,
    ]);
    return readResults(readReport(file), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  } catch {
    return undefined;
  }
}
