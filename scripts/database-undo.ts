import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../tools/git.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { parseArguments } from "./support/arguments.ts";
import { committedMigrations, isPartOf, listMigrations } from "./support/migrations/files.ts";
import { projectDir } from "./support/project.ts";

/** `npm run db:undo`: takes back the newest migration, if it isn't committed. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArguments(args, {
    help: `Deletes the migration that isn't committed, with all of its files. The tables in src/**/table.ts stay as they are.

Usage: npm run db:undo -- [--all]
  --all  Deletes several.`,
    options: { all: { type: "boolean" } },
  });
  const deleted = undo(projectDir, values);
  console.log(`Deleted ${deleted.join(", ")}.
A database that has applied it can't be used with this code: use another one. To begin a new embedded one,
stop the product and move DATA_DIR/postgres (data/postgres) away.`);
}

/**
 * Deletes the migrations of a project that aren't committed, and restores the snapshot of the last commit.
 * @param o.all also if there are several
 * @returns their files
 * @throws UserError if there is none, or several
 */
export function undo(dir: string, o: { all?: boolean } = {}): string[] {
  const committed = committedMigrations(dir);
  if (!committed) throw new UserError("Without a commit of git, it isn't known which migrations are new.");
  const present = listMigrations(dir);
  const names = present.filter((name) => !committed.includes(name));
  const files = names.map((name) => `migrations/${name}.sql`);
  if (files.length === 0)
    throw new UserError(
      `The newest migration, ${present.at(-1)}, is committed, and databases may have applied it: write a new one that takes it back.`,
    );
  if (!o.all && !names.slice(1).every((name) => isPartOf(names[0] ?? "", name)))
    throw new UserError(
      `Several migrations aren't committed: ${files.join(", ")}. Delete all of them with npm run db:undo -- --all, or commit those to keep.`,
    );
  for (const file of files) rmSync(join(dir, file));
  const snapshot = runGit(dir, "show", "HEAD:./migrations/snapshot.json");
  if (snapshot) writeFileSync(join(dir, "migrations/snapshot.json"), `${snapshot}\n`);
  return files;
}
