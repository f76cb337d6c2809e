import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { runGit } from "../../tools/git.ts";

/** Contains the commit at which `npm test` passed last. */
const passedFile = join("node_modules", ".cache", "passed-commit");

/** The commit that is checked out; undefined without git, and before the first commit. */
export function headCommit(dir: string): string | undefined {
  return runGit(dir, "rev-parse", "--verify", "HEAD");
}

/** Records that the tests passed. @param commit that of the run's start */
export function recordPassed(dir: string, commit: string): void {
  const file = join(dir, passedFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, commit);
}

/**
 * The commit from which changes count: where the tests passed last, or where the branch left origin's default branch,
 * whichever is later. Without both it is the last commit: only what isn't committed counts.
 * @returns undefined without git, and before the first commit
 */
export function changesBase(dir: string): string | undefined {
  const file = join(dir, passedFile);
  const known = [...(existsSync(file) ? [readFileSync(file, "utf8")] : []), "origin/HEAD"];
  const bases = known.flatMap((commit) => runGit(dir, "merge-base", "HEAD", commit) ?? []);
  if (bases.length === 0) return headCommit(dir);
  return runGit(dir, "rev-list", "--topo-order", "--max-count=1", ...bases);
}

/** The files that differ from a commit, also those that git doesn't know yet; paths from the repository's root. */
export function changedFiles(dir: string, base: string): string[] {
  const lists = [
    ["diff", "--name-only", base],
    ["ls-files", "--others", "--exclude-standard"],
  ];
  return lists.flatMap((args) => runGit(dir, ...args)?.split("\n") ?? []).filter(Boolean);
}

/**
 * The files with the shortest path from one of the changed files: first those that are changed, then those in its folder.
 * @param count at most so many
 */
export function nearest(files: string[], changed: string[], count: number): string[] {
  const distanceOf = (file: string) => Math.min(...changed.map((each) => pathLength(file, each)));
  const distances = new Map(files.map((file) => [file, distanceOf(file)]));
  return files.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0)).slice(0, count);
}

/** The number of steps from one file to another; 0 for the same. */
function pathLength(from: string, to: string): number {
  return relative(from, to).split(sep).filter(Boolean).length;
}
