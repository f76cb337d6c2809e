import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { copyProject } from "../../project-copy.ts";

/** Another build of the product than the one that most tests share. */
export type CopiedBuild = {
  dir: string;
  /** The module that runs it, for `startServer`. */
  entry: string;
  remove(): void;
};

/**
 * Builds a copy of the project.
 * @param env settings of the build
 * @param change changes the copy before it is built
 */
export async function buildCopy(
  env: Record<string, string>,
  change?: (dir: string) => void,
): Promise<CopiedBuild> {
  const dir = mkdtempSync(join(tmpdir(), "app-copy-"));
  copyProject(dir);
  change?.(dir);
  await promisify(execFile)(process.execPath, ["scripts/run.mjs", "build"], {
    cwd: dir,
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined, TEST: undefined, ...env },
  });
  return {
    dir,
    entry: join(dir, "dist/server/main.js"),
    remove: () => rmSync(dir, { recursive: true }),
  };
}
