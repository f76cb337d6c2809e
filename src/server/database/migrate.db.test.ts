import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { fixedNames } from "#brand/fixed-names.ts";
import { deleteOldActivity } from "#server/activity/store.ts";
import { connect } from "./connect.ts";
import { withDatabase } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { emptyDatabase, folderOf } from "./migrations/testing.ts";
import { sendNotifications } from "#server/notifications/send-notifications.ts";

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

test("a standby, to which a proxy leads at first, is tried again", async () => {
  const database = await emptyDatabase();
  const setReadOnly = (value: string) =>
    database.pool.query(`ALTER DATABASE ${database.name} SET default_transaction_read_only = ${value}`);
  await setReadOnly("on");
  const proxied = connect(database.connection, { max: 2 });
  proxied.pool.once("connect", () => void setReadOnly("off"));
  const folder = await folderOf(migrations);
  expect(await migrate(proxied, { folder })).toEqual(["0000_book", "0001_author"]);
  await proxied.close();
});

test("a migration that comes before applied ones, as after a merge, is applied once", async () => {
  const database = await emptyDatabase();
  await migrate(database, { folder: await folderOf(migrations) });
  const merged = { ...migrations, "0000_genre": "CREATE TABLE genre ();" };
  const folder = await folderOf(merged);
  expect(await migrate(database, { folder })).toEqual(["0000_genre"]);
  expect(await migrate(database, { folder })).toEqual([]);
  const changed = await folderOf({ ...merged, "0000_genre": "CREATE TABLE genre (id integer);" });
  await expect(migrate(database, { folder: changed })).rejects.toThrow(/0000_genre was changed after/);
});

test("concurrent processes apply each migration once", async () => {
  const database = await emptyDatabase();
  const folder = await folderOf({ "0000_slow": "SELECT pg_sleep(0.2);", ...migrations });
  const all = Array.from({ length: 4 }, () => connect(database.connection, { max: 2 }));
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

test("a migration can take longer than other statements, which keep their limits", async () => {
  const database = await emptyDatabase();
  await database.pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = 100`);
  const { pool, close } = connect({ ...database.connection, isPooled: true }, { max: 2 });
  const folder = await folderOf({ "0000_slow": "SELECT pg_sleep(0.3);" });
  expect(await migrate({ pool }, { folder })).toEqual(["0000_slow"]);
  expect((await pool.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "100ms" }]);
  await close();
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

test("a database that is newer by compatible migrations is accepted, and left as it is", async () => {
  const database = await emptyDatabase();
  const newer = { ...migrations, "0001_author": `-- Compatible: a new column\n${migrations["0001_author"]}` };
  await migrate(database, { folder: await folderOf(newer) });
  const older = await folderOf({ "0000_book": migrations["0000_book"] });
  expect(await migrate(database, { folder: older })).toEqual([]);
  const newest = { ...newer, "0002_end": "ALTER TABLE book DROP COLUMN title;" };
  expect(await migrate(database, { folder: await folderOf(newest) })).toEqual(["0002_end"]);
  await expect(migrate(database, { folder: older })).rejects.toThrow(/newer than this code: .*0002_end/);
});

test("a migration's earlier text, which its file names by its hash, counts as applied", async () => {
  const database = await emptyDatabase();
  await migrate(database, { folder: await folderOf(migrations) });
  const hash = createHash("sha256").update(migrations["0001_author"]).digest("hex");
  const changed = `-- Earlier text: ${hash}.\nALTER TABLE book ADD COLUMN author text NULL;`;
  const folder = await folderOf({ ...migrations, "0001_author": changed });
  expect(await migrate(database, { folder })).toEqual([]);
});

test("an ordinary role that owns its database applies every migration, and deletes old activity", async () => {
  const { pool, connection } = await emptyDatabase();
  const role = `test_owner_${randomBytes(6).toString("hex")}`;
  const name = `${role}_database`;
  await pool.query(`CREATE ROLE ${role}`);
  await pool.query(`CREATE DATABASE ${name} OWNER ${role}`);
  const owned = { ...withDatabase(connection, name), options: `-c role=${role}` };
  const owner = connect(owned, { max: 2 });
  try {
    expect((await owner.pool.query("SELECT current_user AS name")).rows).toEqual([{ name: role }]);
    expect(await migrate(owner)).toContain("0013_activity");
    await owner.pool.query(
      "INSERT INTO activity (at, action, subject_type) VALUES (now() - interval '400 days', 'create', 'user')",
    );
    expect((await owner.pool.query("SELECT delete_old_activity(365, 10) AS count")).rows).toEqual([
      { count: 1 },
    ]);
    await expect(owner.pool.query("DELETE FROM activity; TRUNCATE activity")).rejects.toThrow(/append-only/);
  } finally {
    await owner.close();
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await pool.query(`DROP ROLE ${role}`);
  }
});

test("a role that owns nothing uses the product once another role has migrated, and can't change the activity", async () => {
  const { pool, connection } = await emptyDatabase();
  const owner = `test_owner_${randomBytes(6).toString("hex")}`;
  const role = `${owner}_product`;
  const name = `${owner}_database`;
  await pool.query(`CREATE ROLE ${owner}; CREATE ROLE ${role}`);
  await pool.query(`CREATE DATABASE ${name} OWNER ${owner}`);
  const as = (each: string) => {
    const own = { ...withDatabase(connection, name), options: `-c role=${each}` };
    return connect(own, { max: 2 });
  };
  const [owning, product] = [as(owner), as(role)];
  try {
    // As docs/deploy.md says.
    await owning.pool.query(
      `GRANT USAGE ON SCHEMA public TO ${role};
       ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role}`,
    );
    await expect(migrate(product)).rejects.toThrow(/the role in DATABASE_URL may not apply them/);
    await migrate(owning);
    await owning.pool.query(
      `REVOKE UPDATE, DELETE ON activity FROM ${role};
       REVOKE INSERT, UPDATE, DELETE ON applied_migrations FROM ${role}`,
    );
    expect(await migrate(product)).toEqual([]);

    await product.pool.query(
      `INSERT INTO "user" (email, name) VALUES ('a@example.com', 'A');
       INSERT INTO activity (at, action, subject_type) VALUES (now() - interval '400 days', 'create', 'user'), (now(), 'create', 'user')`,
    );
    expect(await sendNotifications(product)).toBeGreaterThan(0); // optional: live
    await deleteOldActivity(product.sql, 365);
    for (const attack of [
      "ALTER TABLE activity DISABLE TRIGGER ALL",
      "ALTER TABLE activity DISABLE TRIGGER activity_unchanged",
      "DROP TRIGGER activity_unchanged ON activity",
      "CREATE OR REPLACE FUNCTION reject_activity_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
      "SET session_replication_role = replica",
      "UPDATE activity SET action = 'delete'",
      `SET ${fixedNames.deletesOldActivity} = 'on'; DELETE FROM activity`,
      "TRUNCATE activity",
      "DROP TABLE activity",
      "CREATE TABLE public.activity_copy ()",
      "INSERT INTO applied_migrations (name, hash) VALUES ('9999_made-up', '')",
    ])
      expect([attack, await product.pool.query(attack).then(() => "done", denialOf)]).toEqual([
        attack,
        "42501",
      ]);
    expect((await product.pool.query("SELECT count(*)::int AS count FROM activity")).rows).toEqual([
      { count: 1 },
    ]);
  } finally {
    await Promise.all([owning.close(), product.close()]);
    await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await pool.query(`DROP ROLE ${owner}`);
    await pool.query(`DROP ROLE ${role}`);
  }
});

const denialOf = (error: unknown) => (error as { code?: string }).code;

test("a missing migrations folder is reported", async () => {
  const database = await emptyDatabase();
  await expect(migrate(database, { folder: "/no/such/folder" })).rejects.toThrow(
    /The migrations are missing/,
  );
});
