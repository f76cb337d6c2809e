import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { placeMigrationsLast } from "./support/migrations/files.ts";
import { projectDir } from "./support/project.ts";
import { confirm, unchanged } from "./support/terminal.ts";
import { requireCommitted } from "./support/undo.ts";
import { fetchChange, type Project, references } from "./update/change.ts";
import { fetchPackage } from "./update/fetch-package.ts";
import { openRepository } from "./update/git.ts";
import type { Template } from "./update/packed.mjs";
import type { Origin } from "./update/versions.ts";

/** Files that commands write: those of the new version are used until `npm run fix` and `npm run db:generate` have run. */
const generated = ["src/routeTree.gen.ts", "src/i18n/texts.gen.ts", "migrations/snapshot.json"];

const { git } = openRepository(projectDir);

/** `npm run update`: merges a newer version of the starter on a branch of its own. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArguments(args, {
    help: `Merges a newer version of Flyleaf into this project, on a branch of its own.

Usage: npm run update -- [--from <folder or file>]
  --from <folder or file>  A packed create-flyleaf. By default, npm's newest.
  --yes                    Does not ask before it runs the new version's commands.`,
    options: { from: { type: "string" }, yes: { type: "boolean" } },
  });
  const project = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as Project;
  const origin = project.flyleaf;
  if (!origin)
    throw new UserError('package.json has no "flyleaf" with the version that this project was made from.');
  requireCommitted(projectDir);
  const steps = createSteps();
  const temporary = mkdtempSync(join(tmpdir(), "update-"));
  try {
    const next = await steps.run("Fetching the version", () =>
      fetchPackage(values.from ?? "create-flyleaf@latest", temporary),
    );
    if (next.version === origin.version) {
      console.log(`This project has version ${next.version} already.`);
      return 0;
    }
    const files = await steps.run("Comparing the versions", () =>
      fetchChange(project, origin, next, temporary),
    );
    const branch = `update-to-${next.version}`;
    console.log(describe(origin, next, { files, branch }));
    if (!values.yes && !(await confirm("Go on?"))) throw new UserError(unchanged);
    git("switch", "--create", branch);
    git("tag", "--force", `flyleaf-${next.version}`, references.version);
    const { conflicts, added } = await steps.run("Merging", () => merge());
    if (added.length > 0) console.log(`\nNew migrations, after yours: ${added.join(", ")}`);
    if (conflicts.length > 0) {
      console.log(`\nBoth you and the new version changed these files. Decide at the marks in them:\n  ${conflicts.join("\n  ")}
Then: npm run fix && npm run db:generate && npm run check && npm test, and commit. You are on the branch ${branch}.`);
      return 1;
    }
    return await finish(branch, next.version);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Applies the change to the working tree. @returns the files with conflicts, and the new migrations */
function merge(): { conflicts: string[]; added: string[] } {
  let failure: unknown;
  try {
    git("cherry-pick", "--no-commit", references.change);
  } catch (error) {
    failure = error;
  }
  const unmerged = new Map<string, string>();
  for (const line of lines(git("status", "--porcelain"))) {
    const [, kind = "", file = ""] = /^(DD|AU|UD|UA|DU|AA|UU) (.+)$/.exec(line) ?? [];
    if (kind) unmerged.set(file, kind);
  }
  // git fails for conflicts as well.
  if (failure && unmerged.size === 0) throw failure;
  for (const [file, kind] of unmerged) {
    // What the project has deleted stays deleted, and what only the new version deletes stays.
    if (kind === "DU") git("rm", "--quiet", file);
    else if (kind === "UD") git("add", file);
    else if (file === "package-lock.json") git("checkout", "--ours", "--", file);
    else if (generated.includes(file)) git("checkout", "--theirs", "--", file);
    else continue;
    if (kind !== "DU") git("add", file);
  }
  const conflicts = lines(git("diff", "--name-only", "--diff-filter=U"));
  const added = lines(
    git("diff", "--cached", "--name-only", "--diff-filter=A", "--", "migrations/*.sql"),
  ).map((file) => file.slice("migrations/".length, -".sql".length));
  const placed = placeMigrationsLast(projectDir, added);
  git("add", "--all", "migrations");
  return { conflicts, added: placed };
}

function lines(text: string): string[] {
  return text.split("\n").filter(Boolean);
}

/** What the person decides on. Texts of the package can't control the terminal. */
function describe(
  { version }: Origin,
  next: Template,
  { files, branch }: { files: string[]; branch: string },
): string {
  const [news = ""] = next.changelog.split(`\n## ${version}\n`);
  return `
Flyleaf ${version} → ${next.version}: ${files.length} files.

${news
  .replace(/^# .*\n+/, "")
  .replaceAll(/[^\P{C}\n\t]/gu, "")
  .trim()}

Nothing of it has run yet. To look at it first: git show ${references.change}
Going on merges it on the branch ${branch}, installs its packages and runs its commands.`;
}

/** Generates what the merge needs, checks it, and commits it. */
async function finish(branch: string, version: string): Promise<number> {
  for (const command of ["fix", "database-generate", "check"]) {
    const { code } = await runChild(process.execPath, [join("scripts", "run.mjs"), command]);
    if (code !== 0) {
      console.log(
        `\nThe update is on the branch ${branch}, not yet committed: correct what is above, run npm run check, and commit.`,
      );
      return 1;
    }
  }
  git("add", "--all");
  git("commit", "--quiet", "--no-verify", "-m", `Update Flyleaf to ${version}`);
  console.log(
    `\nThe update is on the branch ${branch}. Run npm test and look at git show, then merge it into yours.`,
  );
  return 0;
}
