import { existsSync } from "node:fs";
import { formatError, UserError } from "./bootstrap/errors.mjs";
import { createSteps, duration, type Steps } from "./bootstrap/steps.mjs";
import { buildProduct } from "./build.ts";
import { parseArguments } from "./support/arguments.ts";
import { findBrowser } from "./support/browser.ts";
import { changedFiles, changesBase, headCommit, nearest, recordPassed } from "./support/changes.ts";
import { projectDir } from "./support/project.ts";
import { addResults, formatResults, isFailure, type TestResults } from "./support/test-results.ts";
import { canInstallDebianPackages, installDebianPackages } from "./support/debian.ts";
import { type RedisProcess, redisProgram, startRedisServer } from "../testing/redis.ts";
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

const help = `Runs the checks, the tests nearest to your changes of those that they can affect, and the smoke tests.

Usage: npm test -- [part …] [options]
  part …                Runs only these parts, with all of their tests: ${parts.join(", ")},
                        or ${deploy} (with Debian's servers; in no other run)
  --file <text>         Runs only test files with this in their path. Can be repeated.
  --name, -t <pattern>  Runs only tests whose name matches.
  --all                 Runs all tests, as CI does.
  --with redis          Runs tests of what Redis can do also in Redis, and the product of end-to-end tests with REDIS_URL.
                        CI runs the tests below src that need it in this way, too.
  --long                Runs all tests, long ones in full.`;

type Options = { file?: string[]; name?: string; with?: string; all?: boolean; long?: boolean };

/** One run of a part. The parts after "check" are projects of vitest.config.ts. */
type Run = { part: string; label?: string; args: string[]; usesRedis?: boolean };

/** What CI runs with Redis as well. */
const redisRuns: Run[] = [
  {
    part: "database",
    label: "with redis",
    args: [
      "src/server/limits/",
      "src/server/redis/",
      "database/listen",
      "send-notifications",
      "kept-sessions",
    ],
    usesRedis: true,
  },
  { part: "e2e", label: "with redis", args: ["testing/e2e/redis.test.ts"], usesRedis: true },
];

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
      with: { type: "string" },
      all: { type: "boolean" },
      long: { type: "boolean" },
    },
  });
  if (options.with !== undefined && options.with !== "redis")
    throw new UserError(`"${options.with}" is unknown: only "--with redis" exists.`);
  if (options.long) process.env.TEST_LONG = "1";
  const steps = createSteps();
  const lines: string[] = [];
  const all: TestResults[] = [];
  const commit = headCommit(projectDir);
  const isShortRun = isShort(positionals, options, process.env);
  const { runs, leftOut } = isShortRun
    ? await findShortRuns(steps)
    : {
        runs: chooseParts(positionals).map((part): Run => ({
          part,
          args: vitestArguments(options),
          usesRedis: options.with === "redis",
        })),
        leftOut: 0,
      };
  const isWholeRun = positionals.length === 0 && !options.file && !options.name;
  if (process.env.CI && isWholeRun && (await installRedis(steps))) runs.push(...redisRuns);
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
  for (const test of total.retried) console.warn(`\nPassed only on the second attempt: ${test}`);
  if (leftOut > 0) lines.push(`\n${leftOut} test files that your changes can affect are left out.`);
  if (isShortRun)
    lines.push("\nThe tests nearest to your changes, and the smoke tests. All tests: npm test -- --all");
  console.log(`\n${lines.join("\n")}\n\n${formatResults(total)}`);
  const isLeftOut = positionals.join() === deploy && total.failed === 0 && total.skipped > 0;
  if (isFailure(total)) return isLeftOut ? 0 : 1;
  if (commit && isWholeRun) recordPassed(projectDir, commit);
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

/** Whether there is Redis for tests in CI, where Debian's package is installed if it can be. */
async function installRedis(steps: Steps): Promise<boolean> {
  if (!redisProgram() && canInstallDebianPackages())
    await steps
      .run("Installing redis-server with apt-get", () => installDebianPackages("redis-server"))
      .catch((error: unknown) => console.error(`\n${formatError(error)}\n`));
  if (!redisProgram()) console.warn("Left out: tests that need Redis (apt-get install redis-server)");
  return redisProgram() !== undefined;
}

/** Starts a Redis that the tests find. @throws UserError if there is none */
async function startRedis(): Promise<RedisProcess> {
  if (!redisProgram())
    throw new UserError("redis-server is needed, and is not on the PATH: apt-get install redis-server");
  const redis = await startRedisServer();
  process.env.TEST_REDIS_URL = redis.url;
  return redis;
}

/** A part that can't start counts as one failure, and the other parts still run. */
async function runPart({ part, args, usesRedis }: Run, steps: Steps): Promise<TestResults> {
  let redis: RedisProcess | undefined;
  try {
    if (usesRedis) redis = await startRedis();
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
  } finally {
    await redis?.stop();
    delete process.env.TEST_REDIS_URL;
  }
}
