import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, type Arguments } from "./bootstrap/commands.mjs";
import { formatError } from "./bootstrap/errors.mjs";
import { runChild } from "./bootstrap/child.mjs";
import { createSteps, duration, type Steps } from "./bootstrap/steps.mjs";
import { buildProduct } from "./build.ts";
import { findBrowser } from "./support/browser.ts";
import { prepareEngines } from "./support/engines.ts";
import {
  addResults,
  formatResults,
  isFailure,
  readResults,
  type TestResults,
  type VitestReport,
} from "./support/test-results.ts";

/**
 * `npm test`: runs the parts that are named, or all, in the order in which failures show fastest. The parts after
 * "check" are projects of vitest.config.ts.
 */
export async function run({ positionals, options }: Arguments): Promise<number> {
  if (options.long) process.env.FLYLEAF_LONG = "1";
  const steps = createSteps();
  const lines: string[] = [];
  const all: TestResults[] = [];
  for (const part of chooseParts(positionals)) {
    const startedAt = performance.now();
    const results = await runPart(part, steps, vitestArguments(options));
    all.push(results);
    lines.push(`${part.padEnd(9)} ${formatResults(results)}  (${duration(performance.now() - startedAt)})`);
  }
  const total = addResults(all);
  for (const test of total.retried) console.warn(`\nPassed only on the second attempt: ${test}`);
  console.log(`\n${lines.join("\n")}\n\n${formatResults(total)}`);
  return isFailure(total) ? 1 : 0;
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
async function runPart(part: string, steps: Steps, args: string[]): Promise<TestResults> {
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
