import { join } from "node:path";
import { runChild } from "../../scripts/bootstrap/child.mjs";
import { projectDir } from "../../scripts/support/project.ts";

/** The programs of packages that the checks run, by their file in node_modules. */
const programs = {
  oxfmt: "oxfmt/bin/oxfmt",
  oxlint: "oxlint/bin/oxlint",
  tsc: "typescript/bin/tsc",
  knip: "knip/bin/knip.js",
};

/** Runs a package's program in a folder, and gives what it printed on both outputs. */
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

/** @throws with the program's own words where it could not do its work. */
export function failed(name: string, output: string): never {
  throw new Error(`${name} could not run: ${output.trim() || "it said nothing"}`);
}
