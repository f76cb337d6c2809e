import { existsSync } from "node:fs";
import { formatError } from "./bootstrap/errors.mjs";
import { createSteps, duration, type Steps } from "./bootstrap/steps.mjs";
import { buildProduct } from "./build.ts";
import { runGit } from "../tools/git.ts";
import { parseArguments } from "./support/arguments.ts";
import { findBrowser } from "./support/browser.ts";
import { projectDir } from "./support/project.ts";
import { addResults, formatResults, isFailure, type TestResults } from "./support/test-results.ts";
import { canInstallDebianPackages, installDebianPackages } from "./support/debian.ts";
import { runVitest } from "./support/vitest.ts";
import { packages } from "../testing/deploy/packages.ts";

const parts = ["check", "unit", "database", "browser", "e2e"];

/** Runs only if it is named: its tests need Debian's servers, and those whose server is missing are left out. */
const deploy = "deploy";

const help = `Runs the checks, the tests that your changes can affect, and the smoke tests.

Usage: npm test -- [part …] [options]
  part …                Runs only these parts, with all of their tests: ${parts.join(", ")},
                        or ${deploy} (with Debian's servers; in no other run)
  --file <text>         Runs only test files with this in their path. Can be repeated.
  --name, -t <pattern>  Runs only tests whose name matches.
  --all                 Runs all tests, as CI does.
  --long                Runs all tests, long ones in full.`;

type Options = { file?: string[]; name?: string; all?: boolean; long?: boolean };

/** One run of a part. The parts after "check" are projects of vitest.config.ts. */
type Run = { part: string; label?: string; args: string[] };

/**
 * `npm test`: runs the checks, the tests that import what has changed, and the smoke tests; with `--all` and in CI all
 * tests. Parts, files and names that are given run in full.
 */
export async function run(args: string[]): Promise<number> {
  const { positionals, values: options } = parseArguments(args, {
    help,
    positionals: [...parts, deploy],
    options: {
      file: { type: "string", multiple: true },
      name: { type: "string", short: "t" },
      all: { type: "boolean" },
      long: { type: "boolean" },
    },
  });
  if (options.long) process.env.TEST_LONG = "1";
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
  const isLeftOut = positionals.join() === deploy && total.failed === 0 && total.skipped > 0;
  return isFailure(total) && !isLeftOut ? 1 : 0;
}

/** Whether nothing asks for all tests of some part. */
export function isShort(positionals: string[], options: Options, env: NodeJS.ProcessEnv): boolean {
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
  return named.length > 0 ? [...parts, deploy].filter((part) => named.includes(part)) : parts;
}

export function vitestArguments({ file = [], name }: Options): string[] {
  return [...file, ...(name ? [`--testNamePattern=${name}`] : [])];
}

/** Installs what the tests of deployments need and lack, where Debian's packages can be installed. */
async function installServers(steps: Steps): Promise<void> {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0 || !canInstallDebianPackages()) return;
  await steps.run(`Installing ${missing.join(", ")} with apt-get`, () => installDebianPackages(...missing));
}

/** A part that can't start counts as one failure, and the other parts still run. */
async function runPart({ part, args }: Run, steps: Steps): Promise<TestResults> {
  try {
    if (part === "check") {
      const { check } = await import("../tools/check/index.ts");
      return { ...(await check()), skipped: 0, retried: [] };
    }
    if (part === "browser" || part === "e2e") process.env.CHROMIUM_PATH = await findBrowser(steps);
    if (part === deploy && process.env.CI) await installServers(steps);
    if (part === "e2e" || part === deploy) await buildProduct(steps);
    console.log(`\n${part}`);
    return await runVitest([`--project=${part}`, ...args]);
  } catch (error) {
    console.error(`\n${formatError(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0, retried: [] };
  }
}
