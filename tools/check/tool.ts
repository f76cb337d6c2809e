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

/** Runs a program of a package in a folder. Returns its exit code, stdout and stderr. */
export function runTool(
  name: keyof typeof programs,
  args: string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return runChild(process.execPath, [join(projectDir, "node_modules", programs[name]), ...args], {
    quiet: true,
    cwd,
  });
}

/** @throws with the output of a tool that could not run. */
export function throwToolError(name: string, output: string): never {
  throw new Error(`${name} could not run: ${output.trim() || "no output"}`);
}
