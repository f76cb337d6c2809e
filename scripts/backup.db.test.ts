import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { backUp } from "./backup.ts";
import { checkSecret, findMigrations } from "./restore.ts";
import { readEntries } from "./support/backup/entries.ts";
import { createPlace, createProduct, newFile, readAll, restoreTo } from "./support/backup/testing.ts";

const passphrase = "correct horse battery staple";
const secret = "s".repeat(43);

test("what was there when a backup was made is restored by an ordinary role, after everything was lost", async () => {
  const database = await createProduct();
  const before = await readAll(database);
  const file = await newFile();
  const contents = await backUp({ database, secret }, { file, passphrase });
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
  const file = await newFile();
  await backUp({ database }, { file });
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const kinds = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect([...new Set(kinds)]).toEqual(["start", "table", "sequence", "end"]);
  const place = await createPlace();
  await restoreTo(place, { file });
  expect(await readAll(place.database)).toEqual(await readAll(database));
  expect(existsSync(place.secretPath)).toBe(false);
});

test("a database that isn't empty is left as it is", async () => {
  const database = await createProduct();
  const file = await newFile();
  await backUp({ database }, { file });
  await database.pool.query(`UPDATE "user" SET name = name || '!'`);
  const before = await readAll(database);
  await expect(restoreTo({ database }, { file })).rejects.toThrow(/The database isn't empty/);
  expect(await readAll(database)).toEqual(before);
});

test("a restore whose rows differ in the end changes nothing, and can be tried again", async () => {
  const database = await createProduct();
  const file = await newFile();
  await backUp({ database }, { file });
  const text = gunzipSync(readFileSync(file)).toString();
  const other = await newFile();
  writeFileSync(other, gzipSync(text.replace("user@example.com", "eve@example.com")));
  const place = await createPlace();
  await expect(restoreTo(place, { file: other })).rejects.toThrow(/was not restored as it was/);
  await restoreTo(place, { file });
  expect(await readAll(place.database)).toEqual(await readAll(database));
});

test("a table of no migration is left out of the restore, and named", async () => {
  const database = await createProduct();
  await database.pool.query("CREATE TABLE notes AS SELECT 'mine' AS text");
  const file = await newFile();
  await backUp({ database }, { file });
  expect(await restoreTo(await createPlace(), { file })).toEqual(["notes"]);
});

test("a backup replaces no file, and one that fails leaves none", async () => {
  const file = await newFile();
  const empty = await createPlace();
  await expect(backUp(empty, { file })).rejects.toThrow(/the database is empty/);
  expect(readdirSync(dirname(file))).toEqual([]);
  writeFileSync(file, "kept");
  await expect(backUp(empty, { file })).rejects.toThrow(/already exists/);
  expect(readFileSync(file, "utf8")).toBe("kept");
  const elsewhere = join(file, "..", "nowhere", "today.backup");
  await expect(backUp(empty, { file: elsewhere })).rejects.toThrow(/folder .* doesn't exist/);
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
