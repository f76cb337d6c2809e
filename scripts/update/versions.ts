import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyRemoval } from "../remove/apply.ts";
import { planRemoval, removableFeatures } from "../remove/plan.ts";
import { deleteUnusedTexts } from "../remove/unused-texts.ts";

/** Runs git in a folder. @returns what it prints. @throws if it fails */
export function git(dir: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** What a project takes of a version: its identity, and its features. */
export type Choice = {
  /** The fields of package.json that are the project's own. */
  identity: object;
  /** The features that it has. */
  features: string[];
};

/**
 * Commits a version as it is, and then as the project would have it: without the features that it has not, under its name.
 * The difference between two such versions is what an update changes.
 * @param dir a repository whose files are the version's
 * @param removable the features that the project could choose; newer ones stay
 * @returns the commits
 */
export function commitVersion(
  dir: string,
  { identity, features, removable, parent }: Choice & { removable?: string[]; parent?: string },
): { pristine: string; chosen: string; removable: string[] } {
  const pristine = commitAll(dir, [], "A version of Flyleaf");
  const present = removableFeatures(dir);
  const names = (removable ?? present).filter((name) => present.includes(name) && !features.includes(name));
  if (names.length > 0) {
    const plan = planRemoval(dir, names);
    applyRemoval(dir, plan);
    deleteUnusedTexts(dir, plan.texts);
  }
  const path = join(dir, "package.json");
  const content = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, `${JSON.stringify({ ...content, ...identity }, undefined, 2)}\n`);
  const chosen = commitAll(
    dir,
    parent ? ["-p", parent] : [],
    "A version of Flyleaf with the project's features",
  );
  return { pristine, chosen, removable: present };
}

/** Commits all files with a message and these parents, without changing a branch. */
function commitAll(dir: string, parents: string[], message: string): string {
  git(dir, "add", "--all");
  return git(dir, "commit-tree", git(dir, "write-tree"), ...parents, "-m", message);
}

/** Deletes all files of a repository. */
export function clear(dir: string): void {
  for (const name of readdirSync(dir)) if (name !== ".git") rmSync(join(dir, name), { recursive: true });
}
