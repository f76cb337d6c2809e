import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "../bootstrap/child.mjs";
import { readResults, type TestResults, type VitestReport } from "./test-results.ts";

/** Runs tests with these arguments of Vitest, and prints them as they pass and fail. */
export async function runVitest(args: string[]): Promise<TestResults> {
  const folder = mkdtempSync(join(tmpdir(), "app-test-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  try {
    const program = join("node_modules", "vitest", "vitest.mjs");
    const { code } = await runChild(process.execPath, [program, "run", ...reporters, ...args]);
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
