import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { seedDatabase } from "#app/run/seed.server.ts";
import { connect, type Database } from "#server/database/connect.ts";
import { withDatabase } from "#server/database/connection.ts";
import { migrate } from "#server/database/migrate.ts";
import { createStoreImage } from "#server/files/store-image.ts";
import { listNames, temporaryFolder, temporaryStorage } from "#server/files/testing.ts";
import { createTestDatabase } from "../testing/database.ts";
import { backUp } from "./backup.ts";
import { checkSecret, findMigrations, restore } from "./restore.ts";
import { checkArchive } from "./support/backup/check.ts";
import { readEntries } from "./support/backup/entries.ts";

const passphrase = "correct horse battery staple";
const secret = "s".repeat(43);

type Storage = Awaited<ReturnType<typeof temporaryStorage>>;

/** A database with the seed, an image, and entries of the activity. */
async function createProduct(): Promise<{ database: Database; storage: Storage }> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const storage = await temporaryStorage();
  await seedDatabase(database, { withAccounts: true });
  await addImage({ database, storage }, "#103050");
  await database.pool.query(`
    INSERT INTO activity (action, subject_type) SELECT 'create', 'user' FROM generate_series(1, 2500);
    INSERT INTO session (token, user_id, expires_at)
      SELECT gen_random_uuid(), id, now() + interval '1 day' FROM "user"`);
  return { database, storage };
}

/** Stores an image that counts as used. */
async function addImage({ database, storage }: { database: Database; storage: Storage }, background: string) {
  const png = await sharp({ create: { width: 100, height: 150, channels: 3, background } })
    .png()
    .toBuffer();
  const body = new Blob([new Uint8Array(png)]).stream();
  await createStoreImage({ database, storage })(body, { widths: [40, 80] });
  await database.pool.query("UPDATE image SET unused_since = NULL");
}

/** An empty database of an ordinary role, which owns it and has no other rights. */
async function createPlace(): Promise<{ database: Database; storage: Storage; secretPath: string }> {
  const { pool, connection, drop } = await createTestDatabase();
  const role = `test_owner_${randomBytes(6).toString("hex")}`;
  const name = `${role}_database`;
  await pool.query(`CREATE ROLE ${role}`);
  await pool.query(`CREATE DATABASE ${name} OWNER ${role}`);
  const owned = { ...withDatabase(connection, name), options: `-c role=${role}` };
  const database = connect(owned, { max: 2 });
  onTestFinished(async () => {
    await database.close();
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await pool.query(`DROP ROLE ${role}`);
    await drop();
  });
  const storage = await temporaryStorage();
  return { database, storage, secretPath: join(await temporaryFolder(), "secret") };
}

/** Every row of every table as text, also generated columns, and what the tables are made of. */
async function readAll({ pool }: Pick<Database, "pool">): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' ORDER BY 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables)
    all[name] = (await pool.query(`SELECT t::text AS row FROM "${name}" AS t ORDER BY 1`)).rows;
  const { rows: triggers } = await pool.query(
    `SELECT tgrelid::regclass::text AS table, tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
  );
  const { rows: constraints } = await pool.query(
    `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid), convalidated
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  return { ...all, triggers, constraints };
}

async function restoreTo(
  place: Awaited<ReturnType<typeof createPlace>>,
  o: { file: string; passphrase?: string },
): Promise<string[]> {
  const { migrations } = await checkArchive(o.file, o.passphrase);
  return restore(place, { ...o, migrations: await findMigrations(migrations) });
}

async function newFile(): Promise<string> {
  return join(await temporaryFolder(), "today.backup");
}

test("what was there when a backup began is restored by an ordinary role, after everything was lost", async () => {
  const product = await createProduct();
  const before = await readAll(product.database);
  const names = await listNames(product.storage);
  const files = names.map((name) => readFileSync(join(product.storage.folder, name.slice(0, 2), name)));
  const file = await newFile();

  let isRead = false;
  const read: Storage["read"] = async (name) => {
    // People write while the backup is made.
    if (!isRead) {
      isRead = true;
      await product.database.pool.query(`DELETE FROM session; UPDATE "user" SET name = name || '!'`);
      await addImage(product, "#703050");
    }
    return product.storage.read(name);
  };
  const { contents, missing } = await backUp({ ...product, storage: { read }, secret }, { file, passphrase });
  expect(missing).toEqual([]);
  expect(contents).toMatch(/^\d{4,} rows of \d\d tables, 4 files and the secret$/);

  await product.database.pool.query("DROP SCHEMA public CASCADE");
  for (const name of readdirSync(product.storage.folder))
    await rm(join(product.storage.folder, name), { recursive: true });
  const place = await createPlace();
  expect(await restoreTo(place, { file, passphrase })).toEqual([]);

  expect(await readAll(place.database)).toEqual(before);
  expect(await listNames(place.storage)).toEqual(names);
  expect(names.map((name) => readFileSync(join(place.storage.folder, name.slice(0, 2), name)))).toEqual(
    files,
  );
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
  const { database, storage } = await createProduct();
  const client = await database.pool.connect();
  onTestFinished(() => client.release(true));
  const read = () => readEntries(client, { storage, onMissing: () => undefined });
  const before = await rest(read());

  const during = read();
  await during.next();
  await database.pool.query(
    `UPDATE "user" SET name = name || '!'; DELETE FROM session; UPDATE image SET width = 1`,
  );
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
  const { database, storage } = await createProduct();
  const file = await newFile();
  await backUp({ database, storage }, { file });
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split("\n");
  const kinds = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect([...new Set(kinds)]).toEqual(["start", "table", "sequence", "files", "end"]);
  const place = await createPlace();
  await restoreTo(place, { file });
  expect(await readAll(place.database)).toEqual(await readAll(database));
  expect(existsSync(place.secretPath)).toBe(false);
});

test("a database that isn't empty is left as it is", async () => {
  const product = await createProduct();
  const file = await newFile();
  await backUp(product, { file });
  await product.database.pool.query(`UPDATE "user" SET name = name || '!'`);
  const before = await readAll(product.database);
  const place = { ...(await createPlace()), database: product.database };
  await expect(restoreTo(place, { file })).rejects.toThrow(/The database isn't empty/);
  expect(await readAll(product.database)).toEqual(before);
  expect(await listNames(place.storage)).toEqual([]);
});

test("a restore whose rows differ in the end changes nothing, and can be tried again", async () => {
  const { database, storage } = await createProduct();
  const file = await newFile();
  await backUp({ database, storage }, { file });
  const text = gunzipSync(readFileSync(file)).toString();
  const other = await newFile();
  writeFileSync(other, gzipSync(text.replace("user@example.com", "eve@example.com")));
  const place = await createPlace();
  await expect(restoreTo(place, { file: other })).rejects.toThrow(/was not restored as it was/);
  await restoreTo(place, { file });
  expect(await readAll(place.database)).toEqual(await readAll(database));
});

test("missing files of images are named; a table of no migration is left out of the restore, and named", async () => {
  const { database, storage } = await createProduct();
  await database.pool.query("CREATE TABLE notes AS SELECT 'mine' AS text");
  const [name = ""] = await listNames(storage);
  await storage.remove([name]);
  const file = await newFile();
  expect((await backUp({ database, storage }, { file })).missing).toEqual([name]);
  expect(await restoreTo(await createPlace(), { file })).toEqual(["notes"]);
});

test("a backup replaces no file, and one that fails leaves none", async () => {
  const { database, storage } = await createProduct();
  const file = await newFile();
  const read = () => Promise.reject(new Error("The bucket is away"));
  await expect(backUp({ database, storage: { read } }, { file })).rejects.toThrow("The bucket is away");
  expect(readdirSync(dirname(file))).toEqual([]);
  writeFileSync(file, "kept");
  await expect(backUp({ database, storage }, { file })).rejects.toThrow(/already exists/);
  const elsewhere = join(file, "..", "nowhere", "today.backup");
  await expect(backUp({ database, storage }, { file: elsewhere })).rejects.toThrow(/folder .* doesn't exist/);
  const empty = await createPlace();
  await expect(backUp(empty, { file: await newFile() })).rejects.toThrow(/the database is empty/);
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
