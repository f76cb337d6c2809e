import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run as generateMigration } from "../database-generate.ts";
import { UserError } from "../bootstrap/errors.mjs";
import { projectDir } from "../support/project.ts";

/**
 * Writes a migration that drops the tables that the project no longer has, with what depends on them.
 * @param names the features that had them
 * @returns the migration's file; undefined if no table has changed
 */
export async function writeDropMigration(names: string[]): Promise<string | undefined> {
  const folder = join(projectDir, "migrations");
  const list = () => new Set(readdirSync(folder).filter((file) => file.endsWith(".sql")));
  const before = list();
  const code = await generateMigration(["--name", `remove-${names.join("-")}`]);
  if (code !== 0) throw new UserError("The migration could not be written.");
  const [file] = list().difference(before);
  if (!file) return undefined;
  const path = join(folder, file);
  writeFileSync(path, withDroppedTables(readFileSync(path, "utf8"), names));
  return `migrations/${file}`;
}

/** Lets drop-tables.sql drop the tables that drizzle-kit's migration would drop alone. */
function withDroppedTables(generated: string, names: string[]): string {
  const breakpoint = "--> statement-breakpoint";
  const statements = Map.groupBy(generated.split(breakpoint), (statement) =>
    /^\s*DROP TABLE/.test(statement) ? "drops" : "others",
  );
  const tables = (statements.get("drops") ?? []).flatMap((drop) => /"(\w+)"/.exec(drop)?.[1] ?? []);
  if (tables.length === 0) return generated;
  const template = readFileSync(join(import.meta.dirname, "drop-tables.sql"), "utf8");
  const quoted = (texts: string[]) => texts.map((text) => `'${text}'`).join(", ");
  const drop = template
    .replace("{tables}", quoted(tables.map((table) => `"${table}"`)))
    .replace("{lists}", quoted(names))
    .trim();
  const others = (statements.get("others") ?? []).map((statement) => statement.trim()).filter(Boolean);
  return `${[drop, ...others].join(`\n${breakpoint}\n`)}\n`;
}
