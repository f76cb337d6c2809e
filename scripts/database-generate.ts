import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "#server/database/migrate.ts";
import { createTestDatabase } from "../testing/database.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { parseArguments } from "./support/arguments.ts";
import { compareTables } from "./support/migrations/compare.ts";
import { listMigrations, newMigrationName, partLabel } from "./support/migrations/files.ts";
import { divide } from "./support/migrations/parts.ts";
import { readSnapshot, readTables, writeSnapshot } from "./support/migrations/snapshot.ts";
import { migrationStatements } from "./support/migrations/statements.ts";
import { projectDir } from "./support/project.ts";

const help = `Writes a migration from the tables in src/**/table.ts. What reads the rows of existing tables gets files of its own,
so that a running release goes on (docs/architecture.md).

Usage: npm run db:generate -- --name <name> [--custom]
  --name <name>  Names the migration's file: letters, digits and -.
  --custom       Writes an empty migration.`;

/** `npm run db:generate`: writes a migration that brings a database to the tables. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArguments(args, {
    help,
    options: { name: { type: "string" }, custom: { type: "boolean" } },
  });
  const files = values.custom
    ? [writeMigration(projectDir, values.name, ["-- Write SQL here.\n"])]
    : await generate(projectDir, values.name);
  console.log(
    files.length > 0 ? `Wrote ${files.join(", ")}.` : "The migrations make the tables: none is missing.",
  );
}

/**
 * Writes the migrations that a project's tables need, and applies them to an empty database after the others.
 * @param before statements for the beginning
 * @returns their files, of which the first one has the changes; none if none is needed
 * @throws UserError if it has no name, or if the snapshot is not of the other migrations; StartError if a migration fails
 */
export async function generate(
  dir: string,
  name: string | undefined,
  before: string[] = [],
): Promise<string[]> {
  const tables = await readTables(dir);
  const snapshot = readSnapshot(dir);
  const folder = join(dir, "migrations");
  const database = await createTestDatabase({ isEmpty: true });
  try {
    await migrate(database, { folder });
    if ((await compareTables(database, tables)).length === 0) {
      writeSnapshot(dir, tables);
      return [];
    }
    const differences = snapshot && (await compareTables(database, snapshot));
    if (!snapshot || differences?.length !== 0)
      throw new UserError(
        `migrations/snapshot.json is not what the migrations make, as after a merge: declare what they make in src/**/table.ts, run this command, and then change the tables.\n${differences?.join("\n") ?? ""}`,
      );
    const statements = [...before, ...(await migrationStatements(snapshot, tables))];
    const files: string[] = [];
    for (const [part, sql] of divide(statements, snapshot)) {
      const [first] = files;
      const label = first && name ? partLabel(name, part) : name;
      const note = first ? [`-- Compatible if ${first} is.`] : [];
      files.push(writeMigration(dir, label, sql, note));
    }
    writeSnapshot(dir, tables);
    await migrate(database, { folder });
    return files;
  } finally {
    await database.drop();
  }
}

function writeMigration(
  dir: string,
  name: string | undefined,
  statements: string[],
  notes: string[] = [],
): string {
  if (!name || !/^[\w-]+$/.test(name)) throw new UserError(help);
  const file = `migrations/${newMigrationName(listMigrations(dir), name)}.sql`;
  const text = statements.join("\n--> statement-breakpoint\n");
  writeFileSync(join(dir, file), `${[...notes, text].join("\n")}\n`);
  return file;
}
