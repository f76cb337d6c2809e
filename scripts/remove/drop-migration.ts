import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "../database-generate.ts";
import { projectDir } from "../support/project.ts";

/** For `npm run check`: such a release starts when no other runs. */
const note = "-- Long lock: it removes tables, and what belongs to them in others.";
const breakpoint = "--> statement-breakpoint";

/**
 * Writes a migration that drops the tables that the project no longer has, with what depends on them.
 * @param names the features that had them
 * @param sql what runs before
 * @returns the migration's first file; undefined if no table has changed
 */
export async function writeDropMigration(names: string[], sql: string[]): Promise<string | undefined> {
  const name = names.length > 3 ? "remove-features" : `remove-${names.join("-")}`;
  const before = sql.map((statements) => statements.trim());
  const [file] = await generate(projectDir, name, before);
  if (!file) return undefined;
  const path = join(projectDir, file);
  writeFileSync(path, `${note}\n${withDroppedTables(readFileSync(path, "utf8"), names)}`);
  return file;
}

/** Lets drop-tables.sql drop the tables that drizzle-kit's migration would drop alone. */
function withDroppedTables(generated: string, names: string[]): string {
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
  return `${[...others, drop].join(`\n${breakpoint}\n`)}\n`;
}
