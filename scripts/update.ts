import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "./bootstrap/child.mjs";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { placeMigrationsLast } from "./support/migrations/files.ts";
import { projectDir } from "./support/project.ts";
import { requireCommitted } from "./support/undo.ts";
import { readTemplate, writeTemplate, type Template } from "./update/template.ts";
import { clear, commitVersion, git, type Origin } from "./update/versions.ts";

/** Files that commands write: those of the new version are used until `npm run fix` and `npm run db:generate` have run. */
const generated = ["src/routeTree.gen.ts", "src/i18n/texts.gen.ts", "migrations/snapshot.json"];

/** `npm run update`: merges a newer version of the starter on a branch of its own. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArguments(args, {
    help: `Merges a newer version of Flyleaf into this project, on a branch of its own.

Usage: npm run update -- [--from <folder or file>]
  --from <folder or file>  A packed create-flyleaf. By default, npm's newest.`,
    options: { from: { type: "string" } },
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
      fetchTemplate(values.from ?? "create-flyleaf@latest", temporary),
    );
    if (next.version === origin.version) {
      console.log(`This project has version ${next.version} already.`);
      return 0;
    }
    const branch = `update-to-${next.version}`;
    await steps.run("Comparing the versions", () => fetchChange(project, origin, next, temporary));
    git(projectDir, "switch", "--create", branch);
    const { conflicts, added } = await steps.run("Merging", merge);
    console.log(summarize(origin, next, added));
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

type Project = { name: string; version: string; license: string; flyleaf?: Origin };

function fetchTemplate(from: string, temporary: string): Template {
  const folder = join(temporary, "next");
  mkdirSync(folder);
  return readTemplate(from, folder);
}

/** Brings a commit into the project that changes the origin's version to the next, as `refs/update/change`. */
async function fetchChange(
  project: Project,
  origin: Origin,
  next: Template,
  temporary: string,
): Promise<void> {
  const dir = join(temporary, "versions");
  mkdirSync(dir);
  git(dir, "init", "--quiet");
  for (const [key, value] of [
    ["name", "Flyleaf"],
    ["email", "flyleaf@localhost"],
  ] as const)
    git(dir, "config", `user.${key}`, value);
  const { name, version, license } = project;
  const identity = { name, version, license };
  writeOrigin(origin, dir, temporary);
  const before = await commitVersion(dir, { identity, origin });
  clear(dir);
  writeTemplate(next, dir);
  const after = await commitVersion(dir, {
    identity,
    origin: { ...origin, version: next.version },
    before,
  });
  git(dir, "update-ref", "refs/update/change", after.chosen);
  git(dir, "tag", `flyleaf-${next.version}`, after.pristine);
  git(
    projectDir,
    "fetch",
    "--quiet",
    "--force",
    dir,
    "refs/update/*:refs/update/*",
    "refs/tags/*:refs/tags/*",
  );
}

/** Writes the files of the origin's version: from the tag that create-flyleaf made, or from npm. */
function writeOrigin({ version }: Origin, dir: string, temporary: string): void {
  const tag = `refs/tags/flyleaf-${version}`;
  if (git(projectDir, "for-each-ref", tag)) {
    git(dir, "fetch", "--quiet", projectDir, tag);
    git(dir, "checkout", "--quiet", "FETCH_HEAD");
    return;
  }
  const folder = join(temporary, "origin");
  mkdirSync(folder);
  writeTemplate(readTemplate(`create-flyleaf@${version}`, folder), dir);
}

/** Applies the change to the working tree. @returns the files with conflicts, and the new migrations */
function merge(): { conflicts: string[]; added: string[] } {
  let failure: unknown;
  try {
    git(projectDir, "cherry-pick", "--no-commit", "refs/update/change");
  } catch (error) {
    failure = error;
  }
  const unmerged = new Map<string, string>();
  for (const line of lines(git(projectDir, "status", "--porcelain"))) {
    const [, kind = "", file = ""] = /^(DD|AU|UD|UA|DU|AA|UU) (.+)$/.exec(line) ?? [];
    if (kind) unmerged.set(file, kind);
  }
  // git fails for conflicts as well.
  if (failure && unmerged.size === 0) throw failure;
  for (const [file, kind] of unmerged) {
    // What the project has deleted stays deleted, and what only the new version deletes stays.
    if (kind === "DU") git(projectDir, "rm", "--quiet", file);
    else if (kind === "UD") git(projectDir, "add", file);
    else if (file === "package-lock.json") git(projectDir, "checkout", "--ours", "--", file);
    else if (generated.includes(file)) git(projectDir, "checkout", "--theirs", "--", file);
    else continue;
    if (kind !== "DU") git(projectDir, "add", file);
  }
  const conflicts = lines(git(projectDir, "diff", "--name-only", "--diff-filter=U"));
  const added = lines(
    git(projectDir, "diff", "--cached", "--name-only", "--diff-filter=A", "--", "migrations/*.sql"),
  ).map((file) => file.slice("migrations/".length, -".sql".length));
  const placed = placeMigrationsLast(projectDir, added);
  git(projectDir, "add", "--all", "migrations");
  return { conflicts, added: placed };
}

function lines(text: string): string[] {
  return text.split("\n").filter(Boolean);
}

function summarize(origin: Origin, next: Template, added: string[]): string {
  const changed = lines(git(projectDir, "diff", "HEAD", "--name-only")).length;
  const [news = ""] = next.changelog.split(`\n## ${origin.version}\n`);
  return [
    `\nFlyleaf ${origin.version} → ${next.version}: ${changed} files.`,
    ...(added.length > 0 ? [`New migrations, after yours: ${added.join(", ")}`] : []),
    news.replace(/^# .*\n+/, "").trim(),
  ].join("\n\n");
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
  git(projectDir, "add", "--all");
  git(projectDir, "commit", "--quiet", "--no-verify", "-m", `Update Flyleaf to ${version}`);
  console.log(
    `\nThe update is on the branch ${branch}. Run npm test and look at git show, then merge it into yours.`,
  );
  return 0;
}
