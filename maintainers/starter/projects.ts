import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll } from "vitest";
import { projectDir } from "../../scripts/support/project.ts";
import { runNode } from "../run-node.ts";
import { packTemplate } from "../pack.ts";

/** For what installs, checks and builds whole projects. */
export const projectTest = { timeout: 30 * 60_000, retry: 0 };

export type Packed = {
  version: string;
  files: { path: string; base64: string }[];
  optional: object;
  changelog: string;
};

/** Packs the starter of the last commit for the tests of a file, and makes projects of it, as `npm create` does. */
export function packStarter() {
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "starter-"));
    // PostgreSQL's own account reads there, if root runs this.
    chmodSync(folder, 0o755);
    cpSync(join(projectDir, "create"), join(folder, "create"), { recursive: true });
    await packTemplate(projectDir, join(folder, "create/template"));
  });
  // The packages of a project: many files.
  afterAll(() => rmSync(folder, { recursive: true, force: true }), projectTest.timeout);

  return {
    /** A new folder beside the projects. */
    place: (name: string) => join(folder, name),
    readPacked(): Packed {
      const packed = readFileSync(join(folder, "create/template/template.json.gz"));
      return JSON.parse(gunzipSync(packed).toString()) as Packed;
    },
    async create(name: string, ...args: string[]) {
      await runNode({ dir: folder }, "create/index.mjs", name, "--yes", ...args);
      return openProject(join(folder, name));
    },
  };
}

function openProject(dir: string) {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir, encoding: "utf8" });
  return {
    dir,
    git,
    /** A command of the project: `run("test", "unit")`. */
    run: (...args: string[]) => runNode({ dir }, "scripts/run.mjs", ...args),
    /** Runs the test files of a part that have one of the texts in their path. */
    test: (part: string, ...files: string[]) =>
      runNode({ dir }, "scripts/run.mjs", "test", part, ...files.flatMap((file) => ["--file", file])),
    read: (path: string) => readFileSync(join(dir, path), "utf8"),
    commit() {
      git("add", "--all");
      git("commit", "--quiet", "--message", "Ours");
    },
  };
}
