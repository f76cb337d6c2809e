import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./support/browser.ts";
import { buildProduct } from "./build.ts";
import { runChild } from "./bootstrap/child.mjs";
import { formatError } from "./bootstrap/errors.mjs";
import {
  addCounts,
  retriedTests,
  formatCounts,
  countTests,
  type TestCounts,
  type VitestReport,
} from "./support/test-results.ts";
import { createSteps, duration, type Steps } from "./bootstrap/steps.mjs";

/** In the order in which they run: what fails fastest comes first. All but the first are projects of vitest.config.ts. */
const parts = ["check", "unit", "database", "browser", "e2e"] as const;
type Part = (typeof parts)[number];

/**
 * `npm test`: everything, with what it needs. `npm test -- unit database` runs these parts; `--long` the long form of
 * long tests; what else is given goes to Vitest (`npm test -- unit steps -t "a step"`).
 */
export async function run(args: string[]): Promise<number> {
  const { chosen, long, forVitest } = readArguments(args);
  if (long) process.env.FLYLEAF_LONG = "1";
  const steps = createSteps();

  const results = new Map<Part, TestCounts & { time: number }>();
  for (const part of chosen) {
    const startedAt = performance.now();
    const sums = await runPart(part, steps, forVitest);
    results.set(part, { ...sums, time: performance.now() - startedAt });
  }

  console.log();
  for (const [part, sums] of results) {
    console.log(`${part.padEnd(9)} ${formatCounts(sums)}  (${duration(sums.time)})`);
  }
  const total = addCounts([...results.values()]);
  console.log(`\n${formatCounts(total)}`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** Which parts to run, and what is meant for Vitest. */
export function readArguments(args: string[]): {
  chosen: readonly Part[];
  long: boolean;
  forVitest: string[];
} {
  const isPart = (name: string): name is Part => parts.some((part) => part === name);
  const named = args.filter(isPart);
  return {
    chosen: named.length > 0 ? parts.filter((part) => named.includes(part)) : parts,
    long: args.includes("--long"),
    forVitest: args.filter((name) => !isPart(name) && name !== "--long"),
  };
}

/** A part that can't even begin counts as one failure, and the others still run. */
async function runPart(part: Part, steps: Steps, forVitest: string[]): Promise<TestCounts> {
  try {
    if (part === "check") {
      const { check } = await import("../tools/check/index.ts");
      return { ...(await check()), skipped: 0 };
    }
    if (part === "browser" || part === "e2e") process.env.CHROMIUM_PATH = await findBrowser(steps);
    if (part === "e2e") await buildProduct(steps);
    return await runVitest(part, forVitest);
  } catch (error) {
    console.error(`\n${formatError(error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function runVitest(project: string, args: string[]): Promise<TestCounts> {
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
    const report = readReport(file);
    for (const test of retriedTests(report)) console.warn(`\nPassed at the second try only: ${test}`);
    return countTests(report, code);
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
