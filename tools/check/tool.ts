import { join } from "node:path";
import { runChild } from "../../scripts/bootstrap/child.mjs";
import { projectDir } from "../../scripts/support/project.ts";

/** Programs in node_modules. */
const programs = {
  oxfmt: "oxfmt/bin/oxfmt",
  oxlint: "oxlint/bin/oxlint",
  tsc: "typescript/bin/tsc",
  knip: "knip/bin/knip.js",
};

/**
 * TypeScript and the linter's rules that need types are programs in Go. Most of their objects live until the end, so
 * collecting garbage early is a quarter of their work.
 */
const goSettings = { GOGC: "off", GOMEMLIMIT: "2GiB" };

/** Runs a program of a package in a folder. Returns its exit code, stdout and stderr. */
export function runTool(
  name: keyof typeof programs,
  args: string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return runChild(process.execPath, [join(projectDir, "node_modules", programs[name]), ...args], {
    quiet: true,
    cwd,
    env: { ...goSettings, ...process.env },
  });
}

/** @throws with the output of a tool that could not run. */
export function throwToolError(name: string, output: string): never {
  throw new Error(`${name} could not run: ${output.trim() || "no output"}`);
}
