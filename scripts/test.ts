import { existsSync } from "node:fs";
import { formatError, UserError } from "./bootstrap/errors.mjs";
import { createSteps, duration, type Steps } from "./bootstrap/steps.mjs";
import { buildProduct } from "./build.ts";
import { parseArguments } from "./support/arguments.ts";
import { findBrowser } from "./support/browser.ts";
import { changedFiles, changesBase, headCommit, nearest, recordPassed } from "./support/changes.ts";
import { projectDir } from "./support/project.ts";
import {
  addResults,
  failedRun,
  formatResults,
  isFailure,
  printProblems,
  resultsOfChecks,
  type TestResults,
} from "./support/test-results.ts";
import { canInstallDebianPackages, installDebianPackages } from "./support/debian.ts";
import { runsWithRedis, startRedisForTests } from "./support/redis.ts";
import { affectedTests, runVitest, type TestFile } from "./support/vitest.ts";
import { packages } from "../testing/deploy/packages.ts";

const parts = ["check", "unit", "database", "browser", "e2e"];

/** Runs only if it is named: its tests need Debian's servers, and those whose server is missing are left out. */
const deploy = "deploy";

/**
 * How many of the affected test files of each part a short run has at most, so that it takes a minute or two on two cores:
 * what the features share can affect most tests.
 */
const mostFiles = { unit: 30, database: 10, browser: 4, e2e: 2 };

/** Starts a server, sets environment variables that tests read, and returns what stops it. */
type StartServer = () => Promise<() => Promise<void>>;

/** What `--with` starts. */
const servers: Record<string, StartServer> = {
  postgres: async () => (await (await import("../testing/deploy/with-postgres.ts")).startWithPostgres()).stop,
  redis: startRedisForTests, // optional: redis
  replica: async () => await (await import("../testing/deploy/with-replica.ts")).startWithReplica(), // optional: replicas
};

const help = `Runs the checks, the tests nearest to your changes of those that they can affect, and the smoke tests.

Usage: npm test -- [part …] [options]
  part …                Runs only these parts, with all of their tests: ${parts.join(", ")},
                        or ${deploy} (with Debian's servers; in no other run)
  --file <text>         Runs only test files with this in their path. Can be repeated.
  --name, -t <pattern>  Runs only tests whose name matches.
  --all                 Runs all tests, as CI does.
  --long                Runs all tests, long ones in full.
  --with <server,…>     Runs database and end-to-end tests with Debian's servers: ${Object.keys(servers).join(", ")}.`;

type Options = { file?: string[]; name?: string; all?: boolean; long?: boolean; with?: string };

/** One run of a part. The parts after "check" are projects of vitest.config.ts. */
type Run = { part: string; label?: string; args: string[]; with?: StartServer[] };

/**
 * `npm test`: runs the checks, tests that import what has changed, and the smoke tests; with `--all` and in CI all tests.
 * Parts, files and names that are given run in full (docs/decisions/0043-short-test-runs.md).
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
      with: { type: "string" },
    },
  });
  if (options.long) process.env.TEST_LONG = "1";
  const wanted = (options.with?.split(",") ?? []).map((name) => {
    const start = servers[name];
    if (!start) throw new UserError(`--with knows ${Object.keys(servers).join(", ")}, not "${name}".`);
    return start;
  });
  const steps = createSteps();
  const lines: string[] = [];
  const all: TestResults[] = [];
  const commit = headCommit(projectDir);
  const isShortRun = isShort(positionals, options, process.env);
  const { runs, leftOut } = isShortRun
    ? await findShortRuns(steps)
    : {
        runs: chooseParts(positionals).map((part): Run => {
          const args = vitestArguments(options);
          return part === "database" || part === "e2e" ? { part, args, with: wanted } : { part, args };
        }),
        leftOut: 0,
      };
  const isPartial = positionals.length > 0 || options.file || options.name;
  if (process.env.CI && !isPartial) runs.push(...(await runsWithRedis(steps))); // optional: redis
  for (const each of runs) {
    const startedAt = performance.now();
    const results = await runPart(each, steps);
    // Of a short run, only what ran counts.
    if (isShortRun) results.skipped = 0;
    all.push(results);
    const label = (each.label ?? each.part).padEnd(9);
    lines.push(`${label} ${formatResults(results)}  (${duration(performance.now() - startedAt)})`);
  }
  const total = addResults(all);
  printProblems(total);
  if (leftOut > 0) lines.push(`\n${leftOut} test files that your changes can affect are left out.`);
  if (isShortRun)
    lines.push("\nThe tests nearest to your changes, and the smoke tests. All tests: npm test -- --all");
  console.log(`\n${lines.join("\n")}\n\n${formatResults(total)}`);
  const isLeftOut = positionals.join() === deploy && total.failed === 0 && total.skipped > 0;
  if (isFailure(total)) return isLeftOut ? 0 : 1;
  if (commit && !isPartial) recordPassed(projectDir, commit);
  return 0;
}

/** Whether nothing asks for all tests of some part. */
export function isShort(positionals: string[], options: Options, env: NodeJS.ProcessEnv): boolean {
  return positionals.length === 0 && Object.keys(options).length === 0 && !env.CI;
}

type ShortRuns = { runs: Run[]; leftOut: number };

async function findShortRuns(steps: Steps): Promise<ShortRuns> {
  const base = changesBase(projectDir);
  const changed = base ? changedFiles(projectDir, base) : [];
  if (!base || changed.length === 0) return shortRuns([], []);
  const affected = await steps.run("Finding the tests that your changes can affect", () =>
    affectedTests(base),
  );
  return shortRuns(affected, changed);
}

/**
 * What a short run runs, in the order in which failures show fastest, and how many affected test files it leaves out. It
 * has no tests of other top folders than those with changes: such tests take long, like those of all stories. Of the
 * end-to-end tests, only those that are changed themselves run beside the smoke tests.
 */
export function shortRuns(affected: TestFile[], changed: string[]): ShortRuns {
  const topFolder = (file: string) => file.split("/")[0];
  const changedFolders = new Set(changed.map(topFolder));
  const runs = Object.entries(mostFiles).map(([part, most]): Run => {
    const files = affected.filter((test) => test.part === part).map(({ path }) => path);
    const possible = files.filter((file) =>
      part === "e2e" ? changed.includes(file) : changedFolders.has(topFolder(file)),
    );
    return { part, args: nearest(possible, changed, most) };
  });
  const smoke = { part: "e2e", label: "smoke", args: ["--tags-filter=smoke"] };
  const isTest = ({ part }: TestFile) => part in mostFiles;
  return {
    runs: [{ part: "check", args: [] }, ...runs.filter(({ args }) => args.length > 0), smoke],
    leftOut: affected.filter(isTest).length - runs.flatMap(({ args }) => args).length,
  };
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
async function runPart({ part, args, ...run }: Run, steps: Steps): Promise<TestResults> {
  const stops: (() => Promise<void>)[] = [];
  try {
    for (const start of run.with ?? []) stops.push(await start());
    if (part === "check") {
      const { check } = await import("../tools/check/index.ts");
      return resultsOfChecks(await check());
    }
    if (part === "browser" || part === "e2e") process.env.CHROMIUM_PATH = await findBrowser(steps);
    if (part === deploy && process.env.CI) await installServers(steps);
    if (part === "e2e" || part === deploy) await buildProduct(steps);
    console.log(`\n${part}`);
    return await runVitest([`--project=${part}`, ...args]);
  } catch (error) {
    return failedRun(`${run.label ?? part}: ${formatError(error)}`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
