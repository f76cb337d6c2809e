import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../../testing/database.ts";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";

const databases: TestDatabase[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A database to which no migration of the product's was applied. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  await database.pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  return database;
}

/** A folder of migrations as drizzle-kit writes it. */
async function folderOf(migrations: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "flyleaf-migrations-"));
  folders.push(folder);
  await mkdir(join(folder, "meta"));
  const entries = Object.keys(migrations).map((tag, idx) => ({
    idx,
    version: "7",
    when: idx,
    tag,
    breakpoints: true,
  }));
  await writeFile(
    join(folder, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries }),
  );
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(folder, `${name}.sql`), text);
  return folder;
}

const migrations = {
  "0000_book": "CREATE TABLE book (title text);\n--> statement-breakpoint\nINSERT INTO book VALUES ('Emma');",
  "0001_author": "ALTER TABLE book ADD COLUMN author text;",
};

test("migrations are applied once, in order, and new ones later", async () => {
  const database = await emptyDatabase();
  const first = await folderOf({ "0000_book": migrations["0000_book"] });
  expect(await migrate(database, { folder: first })).toEqual(["0000_book"]);
  expect(await migrate(database, { folder: first })).toEqual([]);
  const both = await folderOf(migrations);
  expect(await migrate(database, { folder: both })).toEqual(["0001_author"]);
  expect((await database.pool.query("SELECT * FROM book")).rows).toEqual([{ title: "Emma", author: null }]);
});

test("concurrent processes apply each migration once", async () => {
  const database = await emptyDatabase();
  const folder = await folderOf({ "0000_slow": "SELECT pg_sleep(0.2);", ...migrations });
  const all = Array.from({ length: 4 }, () => connect(database.connection, { max: 1 }));
  const applied = await Promise.all(all.map((connection) => migrate(connection, { folder })));
  expect(applied.flat().toSorted()).toEqual(["0000_book", "0000_slow", "0001_author"]);
  for (const connection of all) await connection.close();
});

test("a failed migration is rolled back, those before it stay applied, and the message has the reason", async () => {
  const database = await emptyDatabase();
  const folder = await folderOf({
    ...migrations,
    "0002_wrong":
      "CREATE TABLE author (name text);\n--> statement-breakpoint\nALTER TABLE bok ADD COLUMN x int;",
  });
  await expect(migrate(database, { folder })).rejects.toThrow(
    'The migration 0002_wrong failed and was rolled back: relation "bok" does not exist',
  );
  const { rows } = await database.pool.query(
    "SELECT to_regclass('author') AS author, to_regclass('book')::text AS book",
  );
  expect(rows).toEqual([{ author: null, book: "book" }]);
  expect(await migrate(database, { folder: await folderOf(migrations) })).toEqual([]);
});

test("a migration can take longer than other statements", async () => {
  const database = await emptyDatabase();
  await database.pool.query("SELECT 1");
  const { pool } = connect(database.connection, { max: 1 });
  await pool.query("SET statement_timeout = 100");
  const folder = await folderOf({ "0000_slow": "SELECT pg_sleep(0.3);" });
  expect(await migrate({ pool }, { folder })).toEqual(["0000_slow"]);
  expect((await pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "100ms" }]);
  await pool.end();
});

test("a migration that changed after it was applied is rejected", async () => {
  const database = await emptyDatabase();
  await migrate(database, { folder: await folderOf(migrations) });
  const changed = await folderOf({
    ...migrations,
    "0001_author": "ALTER TABLE book ADD COLUMN writer text;",
  });
  await expect(migrate(database, { folder: changed })).rejects.toThrow(
    "The migration 0001_author was changed after it was applied to this database: restore its text, and write a new migration for the change.",
  );
});

test("different line endings are not a change", async () => {
  const database = await emptyDatabase();
  await migrate(database, { folder: await folderOf(migrations) });
  const onWindows = Object.entries(migrations).map(([name, text]) => [name, text.replaceAll("\n", "\r\n")]);
  expect(await migrate(database, { folder: await folderOf(Object.fromEntries(onWindows)) })).toEqual([]);
});

test("a database newer than the code is rejected, and not changed", async () => {
  const database = await emptyDatabase();
  await migrate(database, { folder: await folderOf(migrations) });
  const older = await folderOf({ "0000_book": migrations["0000_book"] });
  await expect(migrate(database, { folder: older })).rejects.toThrow(
    /The database is newer than this code: it has the migration 0001_author, which this code doesn't have\. Update/,
  );
});

test("a missing migrations folder is reported", async () => {
  const database = await emptyDatabase();
  await expect(migrate(database, { folder: "/no/such/folder" })).rejects.toThrow(
    /The migrations are missing/,
  );
});
