import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { temporaryFolder } from "#server/files/testing.ts";
import { backUp } from "./back-up.ts";
import { checkSecret, findMigrations } from "./restore.ts";
import { readEntries } from "./entries.ts";
import type { Entry, Row } from "./entry.ts";
import { newFile, start, writeEntries } from "./fixtures/archives.ts";
import { createPlace, createProduct, readAll, restoreTo } from "./testing.ts";

const passphrase = "correct horse battery staple";
const secret = "s".repeat(43);

test("what was there when a backup was made is restored by an ordinary role, after everything was lost", async () => {
  const database = await createProduct();
  const before = await readAll(database);
  const file = await newFile();
  const { contents } = await backUp({ database, secret }, { path: file, passphrase });
  expect(contents).toMatch(/^\d{4,} rows of \d\d tables.* and the secret$/);

  await database.pool.query("DROP SCHEMA public CASCADE");
  const place = await createPlace();
  expect(await restoreTo(place, { file, passphrase })).toEqual([]);

  expect(await readAll(place.database)).toEqual(before);
  expect(readFileSync(place.secretPath, "utf8").trim()).toBe(secret);
  expect(await migrate(place.database)).toEqual([]);
  // Numbers continue, and the activity is append-only again.
  const added = await place.database.pool.query<{ isNew: boolean }>(
    `INSERT INTO activity (action, subject_type) VALUES ('create', 'user')
     RETURNING id > (SELECT max(id) FROM activity) AS "isNew"`,
  );
  expect(added.rows).toEqual([{ isNew: true }]);
  await expect(place.database.pool.query("DELETE FROM activity")).rejects.toThrow(/append-only/);
});

test("tables are read as they were when the backup began: writers don't wait, and what rewrites a table does", async () => {
  const database = await createProduct();
  const client = await database.pool.connect();
  onTestFinished(() => client.release(true));
  const read = () => readEntries(client, {});
  const before = await rest(read());

  const during = read();
  await during.next();
  await database.pool.query(`UPDATE "user" SET name = name || '!'; DELETE FROM session`);
  const rewrite = "SET LOCAL lock_timeout = '50ms'; TRUNCATE deleted_record";
  await expect(database.pool.query(rewrite)).rejects.toThrow(/lock timeout/);
  expect(await rest(during)).toEqual(before.slice(1));

  await database.pool.query(rewrite);
});

async function rest<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

test("without a passphrase it is gzip and lines of JSON, and has no secret", async () => {
  const database = await createProduct();
  const before = await readAll(database);
  const file = await newFile();
  await backUp({ database, secret }, { path: file });
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const kinds = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect([...new Set(kinds)]).toEqual(["start", "table", "sequence", "end"]);
  const place = await createPlace();
  await restoreTo(place, { file });
  expect(await readAll(place.database)).toEqual(before);
  expect(existsSync(place.secretPath)).toBe(false);
});

test("rows are restored while there are no indexes to fill, which makes it fast", async () => {
  const database = await createProduct();
  const file = await newFile();
  await backUp({ database }, { path: file });
  const place = await createPlace();
  const client = await place.database.pool.connect();
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<{ rowCount: number }>;
  const found: number[] = [];
  const counting = async (...args: unknown[]) => {
    if (String(args[0]).includes("OVERRIDING SYSTEM VALUE")) found.push((await query(otherIndexes)).rowCount);
    return await query(...args);
  };
  Object.assign(client, { query: counting });
  await restoreTo({ database: { pool: { connect: () => Promise.resolve(client) } as never } }, { file });
  expect(found.length).toBeGreaterThan(10);
  expect(new Set(found)).toEqual(new Set([0]));
  expect((await place.database.pool.query(otherIndexes)).rowCount).toBeGreaterThan(10);
});

/** Those that are no constraints, of tables whose rows are in backups. */
const otherIndexes = `SELECT FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = 'public'::regnamespace AND relpersistence = 'p'
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

test("a database that isn't empty is left as it is", async () => {
  const database = await createProduct();
  const file = await newFile();
  await backUp({ database }, { path: file });
  await database.pool.query(`UPDATE "user" SET name = name || '!'`);
  const before = await readAll(database);
  await expect(restoreTo({ database }, { file })).rejects.toThrow(/The database isn't empty/);
  expect(await readAll(database)).toEqual(before);
});

/** What an archive without migrations has, with rows of the only table that there is then. */
function table(rows: Row[], checksum = "0"): (Entry | Row)[] {
  const columns = ["name", "hash", "applied_at", "is_compatible"];
  const content = { rows: `${rows.length}`, checksum };
  return [{ kind: "table", name: "applied_migrations", columns, content }, ...rows];
}
const row = JSON.stringify(["0000_first", "0", "2026-01-01 00:00:00+00", "f"]);
const secretEntry: Entry = { kind: "secret", secret };
const end: Entry = { kind: "end" };

test("a restore that fails leaves neither rows nor the secret, and can be tried again", async () => {
  const place = await createPlace();
  const differs = await writeEntries([start, secretEntry, ...table([row], "1"), end], passphrase);
  await expect(restoreTo(place, { file: differs, passphrase })).rejects.toThrow(/was not restored as it was/);
  expect(await readAll(place.database)).toEqual({ triggers: [], constraints: [], indexes: [] });
  expect(existsSync(place.secretPath)).toBe(false);

  const file = await writeEntries([start, secretEntry, ...table([]), end], passphrase);
  await restoreTo(place, { file, passphrase });
  expect(readFileSync(place.secretPath, "utf8").trim()).toBe(secret);
});

test("a restore that was interrupted after the commit keeps the product from starting until it is completed", async () => {
  const { database, secretPath } = await createPlace();
  const file = await writeEntries([start, secretEntry, ...table([]), end], passphrase);
  const newer = { ...start, createdAt: "2026-01-02T00:00:00.000Z" };
  const other = await writeEntries([newer, ...table([]), end]);
  // A file where the folder of the secret should be.
  writeFileSync(secretPath, "");
  const place = { database, secretPath: join(secretPath, "secret") };
  await expect(restoreTo(place, { file, passphrase })).rejects.toThrow(
    /The database is restored, but not all of the rest \(.*\): restore the same backup again/,
  );
  const migrateNothing = async () => migrate(database, { folder: await temporaryFolder() });
  await expect(migrateNothing()).rejects.toThrow(/was interrupted: restore it again/);
  await expect(restoreTo({ database }, { file: other })).rejects.toThrow(
    /has the backup of 2026-01-01.*, whose restore was interrupted/,
  );

  rmSync(secretPath);
  await restoreTo(place, { file, passphrase });
  expect(readFileSync(place.secretPath, "utf8").trim()).toBe(secret);
  expect(await migrateNothing()).toEqual([]);
});

test("rows that the database rejects are reported in a sentence, without their values", async () => {
  const place = await createPlace();
  const sequence: Entry = { kind: "sequence", name: "applied_migrations", lastValue: "1", isCalled: true };
  for (const [entries, reason] of [
    [table([row, row]), "23505, applied_migrations"],
    [table([row.replace("2026-01-01", "never")]), "22007"],
    [table(['["not JSON']), "22P02"],
    [table(["[".repeat(100_000)]), "54001"],
    [[...table([]), sequence], "42809"],
  ] as const)
    await expect(
      restoreTo(place, { file: await writeEntries([start, ...entries, end]) }),
      reason,
    ).rejects.toThrow(
      `The backup's rows don't fit their tables (${reason}): use another copy of it. The database stays empty.`,
    );
});

test("a table of no migration is left out of the restore, and named", async () => {
  const database = await createProduct();
  await database.pool.query("CREATE TABLE notes AS SELECT 'mine' AS text");
  const file = await newFile();
  await backUp({ database }, { path: file });
  expect(await restoreTo(await createPlace(), { file })).toEqual(["notes"]);
});

test("a backup of a newer version is rejected, with what to do", async () => {
  await expect(findMigrations([{ name: "9999_later", hash: "0" }])).rejects.toThrow(
    /needs the migration 9999_later, which this code doesn't have/,
  );
});

test("another secret than the backup's is kept, and the restore rejected", async () => {
  const { secretPath } = await createPlace();
  checkSecret({ secret }, secretPath);
  writeFileSync(secretPath, secret);
  checkSecret({ secret }, secretPath);
  writeFileSync(secretPath, "t".repeat(43));
  expect(() => checkSecret({ secret }, secretPath)).toThrow(/is another secret than the backup's/);
  checkSecret({ secret: undefined }, secretPath);
});
