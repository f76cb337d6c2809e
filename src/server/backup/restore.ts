import type pg from "pg";
import type { Database } from "#server/database/connect.ts";
import { beginMigrating } from "#server/database/migrate.ts";
import { applyMigration } from "#server/database/migrations/apply.ts";
import {
  isText,
  type Migration,
  migrationsFolder,
  readMigrations,
} from "#server/database/migrations/files.ts";
import { markRestoring, readRestoring } from "#server/database/restoring.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { readSecret, storeSecret } from "#server/secret.ts";
import { StartError } from "#server/start-error.ts";
import { readArchive } from "./archive.ts";
import type { Contents } from "./check.ts";
import { databaseError } from "./database-error.ts";
import type { AppliedMigration, Row, TableContent } from "./entry.ts";
import { storeFiles } from "./images.ts"; // optional: images
import {
  insertRows,
  listTables,
  openTables,
  readContent,
  type Table,
  tableName,
  transactionSettings,
} from "./tables.ts";

type Target = {
  secretPath?: string | undefined;
  images?: Pick<FileStorage, "put" | "read">; // optional: images
};
type Source = {
  file: string;
  passphrase?: string | undefined;
  /** When it was made. */
  createdAt: string;
  migrations: Migration[];
};

/** About how many characters of rows are inserted at once. */
const insertAtOnce = 1_000_000;

/**
 * Restores a backup that `checkArchive` has checked: the database in one transaction, whose rows are then compared with the
 * backup's, and after it is committed the files and the secret.
 * @param target.secretPath where to store the secret; undefined if AUTH_SECRET replaces it
 * @returns the names of the backup's tables that no migration creates, which are left out
 * @throws StartError if the database isn't empty, or differs from the backup in the end: then nothing is restored. Or if files can't be
 *   stored: then the same backup can be restored again, which stores the rest
 */
export async function restore(
  target: Target & { database: Pick<Database, "pool"> },
  source: Source,
): Promise<string[]> {
  const client = await target.database.pool.connect();
  try {
    const skipped = await restoreDatabase(client, source).catch((error: unknown) => {
      throw databaseError(error, "The database stays empty.");
    });
    await restoreFiles(target, source).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(
        `The database is restored, but not all of the rest (${reason}): restore the same backup again, before the product can start.`,
        { cause: error },
      );
    });
    await markRestoring(client, undefined);
    return skipped;
  } finally {
    client.release(true); // Its transaction may be open.
  }
}

/** @returns the names of the tables that are left out */
async function restoreDatabase(client: pg.ClientBase, source: Source): Promise<string[]> {
  await beginMigrating(client);
  const restoring = await readRestoring(client);
  if (restoring === source.createdAt) {
    await client.query("ROLLBACK");
    return [];
  }
  if (restoring !== undefined)
    throw new StartError(
      `The database has the backup of ${restoring}, whose restore was interrupted: restore that one again, or use an empty database.`,
    );
  await checkEmpty(client);
  for (const migration of source.migrations) await applyMigration(client, migration);
  await client.query(transactionSettings);
  const tables = await listTables(client);
  const closeTables = await openTables(client, tables);
  const { contents, skipped } = await restoreEntries(client, tables, source);
  await closeTables();
  for (const [table, { rows, checksum }] of contents) {
    const restored = await readContent(client, table);
    if (restored.rows !== rows || restored.checksum !== checksum)
      throw new StartError(`The table ${table.name} was not restored as it was: the database stays empty.`);
  }
  await markRestoring(client, source.createdAt);
  await client.query("ANALYZE; COMMIT");
  return skipped;
}

/** @returns the restored tables with their content in the backup, and the names of those that don't exist */
async function restoreEntries(
  client: pg.ClientBase,
  tables: Table[],
  { file, passphrase }: Source,
): Promise<{ contents: Map<Table, TableContent>; skipped: string[] }> {
  const contents = new Map<Table, TableContent>();
  const skipped: string[] = [];
  let table: Table | undefined;
  let rows: Row[] = [];
  let length = 0;
  const insert = async () => {
    if (table && rows.length > 0) await insertRows(client, table, rows);
    rows = [];
    length = 0;
  };
  for await (const entry of readArchive(file, passphrase)) {
    if (typeof entry === "string") {
      rows.push(entry);
      length += entry.length;
      if (length > insertAtOnce) await insert();
      continue;
    }
    await insert();
    if (entry.kind === "table") {
      table = findTable(tables, entry);
      if (table) contents.set(table, entry.content);
      else skipped.push(entry.name);
    } else if (entry.kind === "sequence") {
      const values = [tableName(entry), entry.lastValue, entry.isCalled];
      await client.query("SELECT setval(to_regclass($1), $2, $3)", values);
    }
  }
  return { contents, skipped };
}

/** Stores what isn't in the database. The secret comes last: it is stored when all was read. */
async function restoreFiles(target: Target, { file, passphrase }: Source): Promise<void> {
  let secret: string | undefined;
  for await (const entry of readArchive(file, passphrase)) {
    if (typeof entry === "string") continue;
    if (entry.kind === "files" && target.images) await storeFiles(target.images, entry); // optional: images
    if (entry.kind === "secret") secret = entry.secret;
  }
  if (!secret || !target.secretPath) return;
  storeSecret(target.secretPath, secret);
  checkSecret({ secret }, target.secretPath);
}

/** A table with the backup's columns, in their order; undefined if there is none. */
function findTable(tables: Table[], { name, columns }: Omit<Table, "types">): Table | undefined {
  const table = tables.find((each) => each.name === name);
  if (!table) return undefined;
  const types = columns.map((column) => table.types[table.columns.indexOf(column)]);
  if (columns.length !== table.columns.length || types.includes(undefined))
    throw new StartError(`The migrations create the table ${name} with other columns than the backup has.`);
  return { name, columns, types: types as string[] };
}

async function checkEmpty(client: pg.ClientBase): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name);
  const { rows } = await client.query("SELECT FROM applied_migrations LIMIT 1");
  if (names.length > 1 || rows.length > 0)
    throw new StartError(
      "The database isn't empty, and a backup is only restored into an empty one: stop the product and move DATA_DIR/postgres away, or set DATABASE_URL to a new database.",
    );
}

/** @throws StartError if the file has another secret than the backup's */
export function checkSecret({ secret }: Pick<Contents, "secret">, file: string | undefined): void {
  const present = file && readSecret(file);
  if (present && secret && present !== secret)
    throw new StartError(`${file} is another secret than the backup's: move it away, or set AUTH_SECRET.`);
}

/**
 * Finds the migrations of a backup.
 * @throws StartError if this code lacks one, or has another of that name
 */
export async function findMigrations(applied: AppliedMigration[]): Promise<Migration[]> {
  const migrations = await readMigrations(migrationsFolder);
  const unknown = applied.find(
    ({ name, hash }) => !migrations.some((each) => each.name === name && isText(each, hash)),
  );
  if (unknown)
    throw new StartError(
      `The backup needs the migration ${unknown.name}, which this code doesn't have: restore it with the version that made it, or a newer one.`,
    );
  return migrations.filter((each) => applied.some(({ name }) => name === each.name));
}
