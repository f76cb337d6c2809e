import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDir } from "#server/project-dir.ts";
import { StartError } from "#server/start-error.ts";

export type Migration = {
  name: string;
  text: string;
  hash: string;
  /** Of its earlier texts, which some databases have applied; `-- Earlier text: ` and the hash in the file names each. */
  earlierHashes: string[];
  /** Whether the release before it runs on its database, too: its file begins with `-- Compatible`. */
  isCompatible: boolean;
  statements: string[];
  /** The indexes that its statements create or drop with CONCURRENTLY, which no transaction can; empty if it has none. */
  concurrentIndexes: string[];
};

/** The folder of this repository's migrations. */
export const migrationsFolder = join(projectDir, "migrations");

/** Reads the migrations in a folder, in the order of their names. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new StartError(`The migrations are missing: ${folder} can't be read.`, { cause: error });
  });
  const names = files.filter((file) => file.endsWith(".sql")).map((file) => file.slice(0, -".sql".length));
  return Promise.all(
    names.sort().map(async (name) => {
      const text = (await readFile(join(folder, `${name}.sql`), "utf8")).replaceAll("\r\n", "\n");
      const statements = text.split("--> statement-breakpoint").filter((statement) => statement.trim());
      return {
        name,
        text,
        hash: createHash("sha256").update(text).digest("hex"),
        earlierHashes: [...text.matchAll(/^-- Earlier text: ([\da-f]{64})/gm)].map(([, hash = ""]) => hash),
        isCompatible: text.startsWith("-- Compatible"),
        statements,
        concurrentIndexes: concurrentIndexesOf(name, statements),
      };
    }),
  );
}

/** Whether a hash is of the migration's text, or of one that it had earlier. */
export function isText({ hash, earlierHashes }: Migration, applied: string): boolean {
  return hash === applied || earlierHashes.includes(applied);
}

/** Whether a migration's statements can't be in a transaction. */
export function hasConcurrently({ concurrentIndexes }: Migration): boolean {
  return concurrentIndexes.length > 0;
}

const comments = /--.*$|\/\*[^]*?\*\//gm;
/** What can be done again after it was interrupted, together with `dropInvalid`. */
const concurrentIndex =
  /^\s*(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT|DROP\s+INDEX\s+CONCURRENTLY\s+IF)\s+EXISTS\s+"?(\w+)"?[\s;]/i;

function concurrentIndexesOf(name: string, statements: string[]): string[] {
  const texts = statements.map((statement) => `${statement.replaceAll(comments, "")}\n`);
  if (!texts.some((text) => /^\s*\w+[^;('$]*\sCONCURRENTLY\b/i.test(text))) return [];
  return texts.map((text) => {
    const [, index] = concurrentIndex.exec(text) ?? [];
    if (!index)
      throw new StartError(
        `The migration ${name} has CONCURRENTLY, so it may have only CREATE INDEX CONCURRENTLY IF NOT EXISTS and DROP INDEX CONCURRENTLY IF EXISTS: write another migration for the rest.`,
      );
    return index;
  });
}
