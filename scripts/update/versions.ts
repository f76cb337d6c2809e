import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../bootstrap/errors.mjs";
import { applyRemoval } from "../remove/apply.ts";
import { planRemoval, removableFeatures } from "../remove/plan.ts";
import { deleteUnusedTexts } from "../remove/unused-texts.ts";

/** Runs git in a folder. @returns what it prints. @throws UserError with git's reason if it fails */
export function git(dir: string, ...args: string[]): string {
  try {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    return execFileSync("git", args, { cwd: dir, encoding: "utf8", stdio: [...stdio] }).trim();
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new UserError(`git ${args[0]} failed: ${stderr?.trim() || message}`);
  }
}

/** What package.json says of the version that a project was made from, and of what it has of it. */
export type Origin = { version: string; features: string[] };

/** A version in git: as it is, and as a project would have it, with all that a project can remove from it. */
type Version = { pristine: string; chosen: string; removable: string[] };

/**
 * Commits a version as it is, and then as a project would have it: without the features that it has not, under its name.
 * The difference between two such versions is what an update changes.
 * @param dir a repository whose files are the version's
 * @param o.identity the fields of package.json that are the project's own
 * @param o.origin the version, and the features that the project has of the one before
 * @param o.before the version before: features that it hadn't are the project's too
 */
export async function commitVersion(
  dir: string,
  { identity, origin, before }: { identity: object; origin: Origin; before?: Version },
): Promise<Version> {
  const pristine = commitAll(dir, [], "A version of Flyleaf");
  const removable = removableFeatures(dir);
  const added = before ? removable.filter((name) => !before.removable.includes(name)) : [];
  const features = [...origin.features, ...added];
  const removed = removable.filter((name) => !features.includes(name));
  if (removed.length > 0) {
    const plan = planRemoval(dir, removed);
    await applyRemoval(dir, plan);
    deleteUnusedTexts(dir, plan.texts);
  }
  const path = join(dir, "package.json");
  const content = JSON.parse(readFileSync(path, "utf8")) as object;
  const own = { ...content, ...identity, flyleaf: { ...origin, features } };
  writeFileSync(path, `${JSON.stringify(own, undefined, 2)}\n`);
  const parents = before ? ["-p", before.chosen] : [];
  const chosen = commitAll(dir, parents, "A version of Flyleaf with the project's features");
  return { pristine, chosen, removable };
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
