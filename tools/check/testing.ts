import { execFileSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../scripts/support/project.ts";
import { temporaryFolder } from "../../scripts/support/testing.ts";
import { openProject, type Project } from "./project.ts";
import { type Finding, formatFinding } from "./run-checks.ts";

const packageFile = JSON.stringify({ name: "made", type: "module", imports: { "#*": "./src/*" } }, null, 2);

/** A temporary project with these files and this project's packages, deleted after the test. */
export function makeProject(files: Record<string, string>, o: { copied?: string[] } = {}): Project {
  const dir = temporaryFolder({ "package.json": `${packageFile}\n`, ...files });
  symlinkSync(join(projectDir, "node_modules"), join(dir, "node_modules"));
  for (const file of o.copied ?? []) cpSync(join(projectDir, file), join(dir, file));
  return openProject(dir);
}

/** Findings as `file:line problem`. */
export function formatted(findings: Finding[]): string[] {
  return findings.map(formatFinding);
}

/** Commits all files of a project, which becomes a repository of git. */
export function commitAll(dir: string): void {
  // Git's variables, as inside a git hook, would lead to the outer repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const settings = ["user.name=a", "user.email=a@example.com", "commit.gpgsign=false"];
  const git = (...args: string[]) =>
    execFileSync("git", [...settings.flatMap((each) => ["-c", each]), ...args], {
      cwd: dir,
      env,
      stdio: "ignore",
    });
  git("init");
  git("add", ".");
  git("commit", "-m", "some work");
}
