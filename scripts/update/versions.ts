import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyRemoval } from "../remove/apply.ts";
import { planRemoval, removableFeatures } from "../remove/plan.ts";
import { deleteUnusedTexts } from "../remove/unused-texts.ts";
import type { Repository } from "./git.ts";

/** What package.json says of the version that a project was made from, and of what it has of it. */
export type Origin = { version: string; features: string[] };

/** A version in git: as it is, and as a project would have it, with all that a project can remove from it. */
type Version = { pristine: string; chosen: string; removable: string[] };

/**
 * Commits a version as it is, and then as a project would have it: without the features that it has not, under its name.
 * The difference between two such versions is what an update changes.
 * @param repository its files are the version's
 * @param o.identity the fields of package.json that are the project's own
 * @param o.origin the version, and the features that the project has of the one before
 * @param o.before the version before: features that it hadn't are the project's too
 */
export async function commitVersion(
  repository: Repository,
  { identity, origin, before }: { identity: object; origin: Origin; before?: Version },
): Promise<Version> {
  const { dir } = repository;
  const pristine = commitAll(repository, [], "A version of Flyleaf");
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
  const chosen = commitAll(repository, parents, "A version of Flyleaf with the project's features");
  return { pristine, chosen, removable };
}

/** Commits all files with a message and these parents, without changing a branch. */
function commitAll({ git }: Repository, parents: string[], message: string): string {
  git("add", "--all");
  return git("commit-tree", git("write-tree"), ...parents, "-m", message);
}

/** Deletes all files of a repository. */
export function clear({ dir }: Repository): void {
  for (const name of readdirSync(dir)) if (name !== ".git") rmSync(join(dir, name), { recursive: true });
}
