import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "#server/database/migrate.ts";
import { createTestDatabase } from "../testing/database.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { parseArguments } from "./support/arguments.ts";
import { compareTables } from "./support/migrations/compare.ts";
import { listMigrations, newMigrationName } from "./support/migrations/files.ts";
import { readSnapshot, readTables, writeSnapshot } from "./support/migrations/snapshot.ts";
import { migrationStatements } from "./support/migrations/statements.ts";
import { projectDir } from "./support/project.ts";

const help = `Writes a migration from the tables in src/**/table.ts.

Usage: npm run db:generate -- --name <name> [--custom]
  --name <name>  Names the migration's file: letters, digits and -.
  --custom       Writes an empty migration.`;

/** `npm run db:generate`: writes a migration that brings a database to the tables. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArguments(args, {
    help,
    options: { name: { type: "string" }, custom: { type: "boolean" } },
  });
  const file = values.custom
    ? writeMigration(projectDir, values.name, ["-- Write SQL here.\n"])
    : await generate(projectDir, values.name);
  console.log(file ? `Wrote ${file}.` : "The migrations make the tables: none is missing.");
}

/**
 * Writes the migration that a project's tables need, and applies it to an empty database after the others.
 * @param before statements for its beginning
 * @returns its file; undefined if none is needed
 * @throws UserError if it has no name, or if the snapshot is not of the other migrations; StartError if a migration fails
 */
export async function generate(
  dir: string,
  name: string | undefined,
  before: string[] = [],
): Promise<string | undefined> {
  const tables = await readTables(dir);
  const snapshot = readSnapshot(dir);
  const folder = join(dir, "migrations");
  const database = await createTestDatabase({ isEmpty: true });
  try {
    await migrate(database, { folder });
    if ((await compareTables(database, tables)).length === 0) {
      writeSnapshot(dir, tables);
      return undefined;
    }
    const differences = snapshot && (await compareTables(database, snapshot));
    if (!snapshot || differences?.length !== 0)
      throw new UserError(
        `migrations/snapshot.json is not what the migrations make, as after a merge: declare what they make in src/**/table.ts, run this command, and then change the tables.\n${differences?.join("\n") ?? ""}`,
      );
    const file = writeMigration(dir, name, [...before, ...(await migrationStatements(snapshot, tables))]);
    writeSnapshot(dir, tables);
    await migrate(database, { folder });
    return file;
  } finally {
    await database.drop();
  }
}

function writeMigration(dir: string, name: string | undefined, statements: string[]): string {
  if (!name || !/^[\w-]+$/.test(name)) throw new UserError(help);
  const file = `migrations/${newMigrationName(listMigrations(dir), name)}.sql`;
  writeFileSync(join(dir, file), `${statements.join("\n--> statement-breakpoint\n")}\n`);
  return file;
}
