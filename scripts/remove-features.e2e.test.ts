import { execFile, execFileSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { copyProject } from "../testing/project-copy.ts";
import { temporaryFolder } from "./support/testing.ts";

/** Several minutes for each removal. */
const timeoutMs = 20 * 60_000;

/** A copy of the project as a repository. */
function copyRepository(): string {
  const dir = temporaryFolder();
  copyProject(dir);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "start");
  return dir;
}

/** Removes a feature as docs/architecture.md says: its folders, its routes and its lines in the two lists. */
function removeFeature(dir: string, name: string) {
  for (const folder of [`src/features/${name}`, `testing/e2e/${name}`])
    rmSync(join(dir, folder), { recursive: true });
  for (const route of globSync("src/routes/**/*.{ts,tsx}", { cwd: dir })) {
    const isOfFeature = dirname(route).split("/").includes(name);
    if (isOfFeature || readFileSync(join(dir, route), "utf8").includes(`"#features/${name}/`))
      rmSync(join(dir, route));
  }
  for (const list of ["src/app/features.ts", "src/app/features.server.ts"]) {
    const lines = readFileSync(join(dir, list), "utf8").split("\n");
    const isOfFeature = (line: string) =>
      line.includes(`"#features/${name}/`) || new RegExp(`\\b${name}(Server)?Feature,$`).test(line);
    writeFileSync(join(dir, list), lines.filter((line) => !isOfFeature(line)).join("\n"));
  }
}

test.each([
  { names: ["books"], isTested: false },
  { names: ["books", "genres"], isTested: true },
])(
  "without $names, the product passes its checks and builds (and starts and passes its tests: $isTested)",
  { timeout: timeoutMs, retry: 0 },
  async ({ names, isTested }) => {
    const dir = copyRepository();
    for (const name of names) removeFeature(dir, name);
    const env = { ...process.env, CI: "", VITEST: undefined, NODE_ENV: undefined, TEST: undefined };
    const run = async (...args: string[]) => {
      const command = promisify(execFile)(process.execPath, ["scripts/run.mjs", ...args], { cwd: dir, env });
      const failure = await command.then(
        () => "",
        ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}\n${stderr}`.slice(-8_000),
      );
      expect(failure, args.join(" ")).toBe("");
    };
    await run("fix");
    await run("database-generate", "--name", "remove-features");
    await run("check");
    await run("build");
    if (!isTested) return;
    await run("test", "unit", "--file", "src/app", "--file", "src/features");
    await run(
      "test",
      "database",
      "--file",
      "src/app",
      "--file",
      "dashboard",
      "--file",
      "keys",
      "--file",
      "activity",
    );
    await run("test", "e2e", "--file", "e2e/home", "--file", "e2e/dashboard", "--file", "e2e/landing");
  },
);
