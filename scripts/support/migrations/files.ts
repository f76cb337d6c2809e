import { globSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { runGit } from "../../../tools/git.ts";
import { type Part, parts } from "./parts.ts";

/** The names of a project's migrations, in the order in which an empty database applies them. */
export function listMigrations(dir: string): string[] {
  return globSync("migrations/*.sql", { cwd: dir }).map(nameOf).sort();
}

/** The names of the migrations in a commit of git, the last one by default; undefined if there is no such commit. */
export function committedMigrations(dir: string, commit = "HEAD"): string[] | undefined {
  const files = runGit(dir, "ls-tree", "--name-only", commit, "migrations/")?.split("\n");
  return files?.filter((file) => file.endsWith(".sql")).map(nameOf);
}

/** The names of the migrations before the newest ones: those that aren't committed, or were committed or merged last. */
export function earlierMigrations(dir: string): string[] {
  const present = listMigrations(dir);
  const committed = committedMigrations(dir);
  if (committed && present.some((name) => !committed.includes(name))) return committed;
  const added = ["--first-parent", "--diff-filter=A", "--format=%H", "--", "migrations/*.sql"];
  const commit = runGit(dir, "log", "-1", ...added);
  const earlier = commit ? committedMigrations(dir, `${commit}^`) : undefined;
  // A first commit can contain all.
  return earlier?.length ? earlier : present.slice(0, -1);
}

/** The label of a later part of a migration. */
export function partLabel(label: string, part: Part): string {
  return `${label}-${part}`;
}

/** Whether a migration is a later part of another one. */
export function isPartOf(first: string, name: string): boolean {
  const [label, of] = [name, first].map((each) => each.slice(each.indexOf("_") + 1));
  return parts.some((part) => label === partLabel(of ?? "", part));
}

/**
 * The name of a new migration, which all others come before.
 * @param present the others' names
 */
export function newMigrationName(present: string[], label: string, now = new Date()): string {
  const newest = Math.max(0, ...present.map((name) => Number(/^\d{14}(?=_)/.exec(name)?.[0] ?? 0)));
  const time = Number(now.toISOString().replaceAll(/\D/g, "").slice(0, 14));
  return `${Math.max(time, newest + 1)}_${label}`;
}

/**
 * Renames migrations so that they come after all others, in their own order: those of a new version that was merged into
 * a product with migrations of its own. No database may have applied them.
 * @returns their new names
 */
export function placeMigrationsLast(dir: string, names: string[], now = new Date()): string[] {
  const present = listMigrations(dir).filter((name) => !names.includes(name));
  return names.toSorted().map((name) => {
    const label = name.slice(name.indexOf("_") + 1);
    const placed = newMigrationName(present, label, now);
    renameSync(join(dir, "migrations", `${name}.sql`), join(dir, "migrations", `${placed}.sql`));
    present.push(placed);
    return placed;
  });
}

function nameOf(file: string): string {
  return basename(file, ".sql");
}
