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
  const program = join(projectDir, "node_modules", programs[name]);
  return runChild(process.execPath, [program, ...args], { quiet: true, cwd });
}
