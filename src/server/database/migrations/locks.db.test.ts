import { expect, onTestFinished, test, vi } from "vitest";
import type { TestDatabase } from "../../../../testing/database.ts";
import { connect } from "../connect.ts";
import { migrate } from "../migrate.ts";
import { emptyDatabase, folderOf } from "./testing.ts";

const start = { "0000_book": "CREATE TABLE book (title text);" };
const addColumn = { "0001_author": "-- Compatible: a column.\nALTER TABLE book ADD COLUMN author text;" };
const createIndex = {
  "0001_index":
    "-- Compatible: an index.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS book_title ON book (title);",
};
const times = { pauseMs: 500, maxPauseMs: 500 };

/** A database with the table of books. */
async function migratedDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  await migrate(database, { folder: await folderOf(start) });
  return database;
}

/** Connections of another process. */
function connectAgain({ connection }: TestDatabase, applicationName?: string) {
  const database = connect(connection, { max: 2, applicationName });
  onTestFinished(database.close);
  return database;
}

/** Another connection with an open transaction. @returns its process, and ends it */
async function openTransaction(database: TestDatabase, statement: string) {
  const client = await connectAgain(database, "backup").pool.connect();
  await client.query(`BEGIN; ${statement}`);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  onTestFinished(() => client.release(true));
  return { pid: rows[0]?.pid ?? 0, end: () => client.query("COMMIT") };
}

const read = "SELECT FROM book";
const write = "INSERT INTO book (title) VALUES ('Old')";

function createLog() {
  const lines: string[] = [];
  const warn = (fields: unknown, text?: string) => void lines.push(`${text} ${JSON.stringify(fields)}`);
  return { lines, warn };
}

/** Migrates in another process. */
function startMigrating(database: TestDatabase, folder: string) {
  const log = createLog();
  const migrating = migrate(connectAgain(database, "migrating"), { folder, log, times });
  migrating.catch(() => undefined);
  return { log, migrating };
}

const validIndexes = async ({ pool }: TestDatabase) =>
  (
    await pool.query(
      "SELECT indexrelid::regclass::text AS name, indisvalid FROM pg_index WHERE indrelid = 'book'::regclass",
    )
  ).rows;

test("behind an open reader, a migration holds others up for a second at most, and is applied once the reader has ended", async () => {
  const database = await migratedDatabase();
  const reader = await openTransaction(database, read);
  const { log, migrating } = startMigrating(database, await folderOf({ ...start, ...addColumn }));
  const waits: number[] = [];
  const write = async () => {
    const startedAt = performance.now();
    await database.pool.query("INSERT INTO book (title) VALUES ('Emma')");
    waits.push(performance.now() - startedAt);
  };
  while (log.lines.filter((line) => line.includes("is tried again")).length < 2) await write();
  await reader.end();
  expect(await migrating).toEqual(["0001_author"]);
  expect(Math.max(...waits)).toBeGreaterThan(500);
  // On a machine that does nothing else, it is 1 s.
  expect(Math.max(...waits)).toBeLessThan(4_000);
  expect(log.lines[0]).toMatch(
    new RegExp(
      `^The migration 0001_author waits for a lock .*AccessExclusiveLock on book, which pid ${reader.pid} \\(backup, role `,
    ),
  );
});

test("a migration that never gets its lock fails, and says who has it", async () => {
  const database = await migratedDatabase();
  const reader = await openTransaction(database, read);
  const folder = await folderOf({ ...start, ...addColumn });
  await expect(migrate(database, { folder, times: { ...times, giveUpMs: 0 } })).rejects.toThrow(
    new RegExp(
      `^The migration 0001_author didn't get its locks: .* on book, which pid ${reader.pid} \\(backup`,
    ),
  );
  await reader.end();
});

test("while a new release migrates, and after its crash, the last one starts at once, and another new one waits and says for what", async () => {
  const database = await migratedDatabase();
  const last = await folderOf(start);
  await database.pool.query("CREATE TABLE go ()");
  const slow = `-- Compatible: a column.
ALTER TABLE book ADD COLUMN author text;
--> statement-breakpoint
DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM go) LOOP PERFORM pg_sleep(0.01); END LOOP; END $$`;
  const next = await folderOf({ ...start, "0001_author": slow });
  const { pid } = await startUntilSlow(database, next);
  const { log, migrating } = startMigrating(database, next);
  await expect
    .poll(() => log.lines)
    .toEqual([expect.stringMatching(`Another process migrates .*pid ${pid} \\(migrating`)]);
  expect(await migrate(database, { folder: last })).toEqual([]);

  await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
  expect(await migrate(database, { folder: last })).toEqual([]);
  await database.pool.query("INSERT INTO go DEFAULT VALUES");
  expect(await migrating).toEqual(["0001_author"]);
  expect(await migrate(database, { folder: last })).toEqual([]);
});

/** Begins a migration that doesn't end by itself. @returns its connection's process */
async function startUntilSlow(database: TestDatabase, folder: string) {
  startMigrating(database, folder);
  return await vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'migrating' AND query LIKE '%DO $$%' AND state = 'active'",
    );
    expect(rows).toHaveLength(1);
    return rows[0] as { pid: number };
  });
}

test("a locked table of applied migrations is waited for", async () => {
  const database = await migratedDatabase();
  const restore = await openTransaction(database, "LOCK applied_migrations");
  const { log, migrating } = startMigrating(database, await folderOf(start));
  await expect
    .poll(() => log.lines)
    .toContainEqual(
      expect.stringMatching(
        /^Reading the applied migrations waits .* on applied_migrations, which pid .* \(backup/,
      ),
    );
  await restore.end();
  expect(await migrating).toEqual([]);
});

test("an index is created beside writers, while an old transaction is waited for and other processes wait", async () => {
  const database = await migratedDatabase();
  const old = await openTransaction(database, write);
  const folder = await folderOf({ ...start, ...createIndex });
  const all = [startMigrating(database, folder), startMigrating(database, folder)];
  await expect
    .poll(() => all.flatMap(({ log }) => log.lines).toSorted())
    .toEqual([
      expect.stringMatching(/^Another process migrates/),
      expect.stringMatching(
        `^The migration 0001_index waits for a lock .* on virtualxid, which pid ${old.pid} \\(backup`,
      ),
    ]);
  await database.pool.query("INSERT INTO book (title) VALUES ('Emma')");
  await old.end();
  expect((await Promise.all(all.map(({ migrating }) => migrating))).flat()).toEqual(["0001_index"]);
  expect(await validIndexes(database)).toEqual([{ name: "book_title", indisvalid: true }]);
});

test("an index whose creation was interrupted is made again", async () => {
  const database = await migratedDatabase();
  const old = await openTransaction(database, write);
  const folder = await folderOf({ ...start, ...createIndex });
  const { migrating } = startMigrating(database, folder);
  await expect.poll(() => validIndexes(database)).toEqual([{ name: "book_title", indisvalid: false }]);
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'migrating'",
  );
  await expect(migrating).rejects.toThrow();
  await old.end();
  expect(await validIndexes(database)).toEqual([{ name: "book_title", indisvalid: false }]);
  expect(await migrate(database, { folder })).toEqual(["0001_index"]);
  expect(await validIndexes(database)).toEqual([{ name: "book_title", indisvalid: true }]);
});

test("an index that was created, and a migration that dropped one, before they were noted as applied, are found so", async () => {
  const database = await migratedDatabase();
  await database.pool.query("CREATE INDEX book_title ON book (title)");
  const drop = { "0002_drop": "DROP INDEX CONCURRENTLY IF EXISTS book_title_old;" };
  const folder = await folderOf({ ...start, ...createIndex, ...drop });
  expect(await migrate(database, { folder })).toEqual(["0001_index", "0002_drop"]);
});

test("a unique index that rows violate is not left behind", async () => {
  const database = await migratedDatabase();
  await database.pool.query("INSERT INTO book VALUES ('Emma'), ('Emma')");
  const unique = createIndex["0001_index"].replace("INDEX", "UNIQUE INDEX");
  const folder = await folderOf({ ...start, "0001_index": unique });
  await expect(migrate(database, { folder })).rejects.toThrow(
    /^The migration 0001_index failed: could not create unique/,
  );
  expect(await validIndexes(database)).toEqual([]);
  await database.pool.query("DELETE FROM book WHERE ctid = '(0,1)'");
  expect(await migrate(database, { folder })).toEqual(["0001_index"]);
});

test.each([
  [
    "another statement",
    `${createIndex["0001_index"]}\n--> statement-breakpoint\nALTER TABLE book ADD COLUMN author text;`,
  ],
  ["an index that can't be made again", "create index concurrently book_title on book (title);"],
  ["another command", "REINDEX INDEX CONCURRENTLY book_title;"],
])("a migration with CONCURRENTLY and %s is rejected", async (_, text) => {
  const folder = await folderOf({ ...start, "0001_mixed": text });
  await expect(migrate(await migratedDatabase(), { folder })).rejects.toThrow(
    /^The migration 0001_mixed has CONCURRENTLY/,
  );
});
