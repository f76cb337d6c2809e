import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { runChild } from "../bootstrap/child.mjs";
import { projectDir } from "./project.ts";
import { readResults, type TestResults, type VitestReport } from "./test-results.ts";

/** A test file of a project in vitest.config.ts, with its path from the project's folder, with `/`. */
export type TestFile = { part: string; path: string };

const program = join("node_modules", "vitest", "vitest.mjs");

/** Runs tests with these arguments of Vitest, and prints them as they pass and fail. */
export function runVitest(args: string[]): Promise<TestResults> {
  return withReport(async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code } = await runChild(process.execPath, [program, "run", ...reporters, ...args]);
    return readResults(readJson<VitestReport>(file), code);
  });
}

/**
 * The test files that import, also through others, what differs from a commit.
 * @throws Error with Vitest's output
 */
export function affectedTests(base: string): Promise<TestFile[]> {
  return withReport(async (file) => {
    const args = [program, "list", "--filesOnly", `--json=${file}`, `--changed=${base}`];
    const { output } = await runChild(process.execPath, args, { quiet: true });
    const tests = readJson<{ file: string; projectName: string }[]>(file);
    if (!tests) throw new Error(output);
    return tests.map((test) => ({
      // Vitest adds the browser: "browser (chromium)".
      part: test.projectName.replace(/ .*/, ""),
      path: relative(projectDir, test.file).replaceAll("\\", "/"),
    }));
  });
}

/** Calls a function with the path of a temporary file. */
async function withReport<Result>(run: (file: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "app-test-"));
  try {
    return await run(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson<Content>(file: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Content;
  } catch {
    return undefined;
  }
}
