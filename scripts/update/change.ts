import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../bootstrap/errors.mjs";
import { projectDir } from "../support/project.ts";
import { fetchPackage } from "./fetch-package.ts";
import { createIsolatedRepository, openRepository, type Repository } from "./git.ts";
import { type Template, writePacked } from "./packed.mjs";
import { clear, commitVersion, type Origin } from "./versions.ts";

/** What package.json says of a project. */
export type Project = { name: string; version: string; license: string; flyleaf?: Origin };

/** References in the project's repository: a commit that changes the origin's version to the next, and that version as it is. */
export const references = { change: "update/change", version: "update/version" };

const { git } = openRepository(projectDir);

/**
 * Brings the difference between two versions into the project's repository, as `references`. Changes none of its files, and runs
 * nothing of the next version.
 * @returns the files that change
 */
export async function fetchChange(
  project: Project,
  origin: Origin,
  next: Template,
  temporary: string,
): Promise<string[]> {
  const repository = createIsolatedRepository(mkdtempSync(join(temporary, "versions-")));
  const { name, version, license } = project;
  const identity = { name, version, license };
  writeOrigin(origin, repository, temporary);
  const before = await commitVersion(repository, { identity, origin });
  clear(repository);
  writePacked(next, repository.dir);
  const after = await commitVersion(repository, {
    identity,
    origin: { ...origin, version: next.version },
    before,
  });
  repository.git("update-ref", `refs/${references.change}`, after.chosen);
  repository.git("update-ref", `refs/${references.version}`, after.pristine);
  git("fetch", "--quiet", "--force", repository.dir, "refs/update/*:refs/update/*");
  requireNotIgnored(listChanged("--diff-filter=A"));
  return listChanged();
}

/** Writes the files of the origin's version: from the tag that create-flyleaf made, or from npm. */
function writeOrigin({ version }: Origin, repository: Repository, temporary: string): void {
  const tag = `refs/tags/flyleaf-${version}`;
  if (git("for-each-ref", tag)) {
    repository.git("fetch", "--quiet", projectDir, tag);
    repository.git("checkout", "--quiet", "FETCH_HEAD");
  } else writePacked(fetchPackage(`create-flyleaf@${version}`, temporary), repository.dir);
}

function listChanged(...filter: string[]): string[] {
  const { change } = references;
  const args = ["diff", "--name-only", "-z", "--no-renames", ...filter, `${change}^`, change];
  return git(...args)
    .split("\0")
    .filter(Boolean);
}

/** @throws UserError if the project ignores a file: Git would overwrite packages, settings and data without a word */
function requireNotIgnored(added: string[]): void {
  const { status, stdout } = spawnSync("git", ["check-ignore", "-z", "--stdin"], {
    cwd: projectDir,
    input: added.join("\0"),
    encoding: "utf8",
  });
  // Git's code for none.
  if (status === 1) return;
  const ignored = stdout.split("\0").filter(Boolean);
  throw new UserError(`The package has files that .gitignore excludes here: ${ignored.join(", ")}.`);
}
