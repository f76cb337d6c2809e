import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { findLongLocks } from "./migration-locks.ts";

let database: TestDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true });
  client = await database.pool.connect();
  await client.query(`
    CREATE TABLE page (id integer PRIMARY KEY, title text NOT NULL, note text);
    INSERT INTO page VALUES (1, 'Emma'), (2, 'Persuasion');
    CREATE TABLE visit (id integer PRIMARY KEY, page_id integer);
    CREATE FUNCTION ignore() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`);
});
afterAll(async () => {
  client.release();
  await database.drop();
});

/** The problems of a new migration with these statements. */
async function problemsOf(...statements: string[]): Promise<string[]> {
  const migration = { name: "99990101000000_new", text: statements.join(";\n"), statements };
  const findings = await findLongLocks(client, migration, ["page", "visit"]);
  return findings.map(({ problem }) => problem);
}

test.each([
  ["an index", "create unique index x on page (title)"],
  ["an index of a table without rows here", "CREATE INDEX x ON visit (page_id)"],
  ["a check", "ALTER TABLE ONLY public.page ADD CONSTRAINT x CHECK (title <> '')"],
  ["a unique constraint", "ALTER TABLE page ADD UNIQUE (title)"],
  ["an exclusion", "ALTER TABLE page ADD EXCLUDE (title WITH =)"],
  ["a foreign key", "ALTER TABLE visit ADD FOREIGN KEY (page_id) REFERENCES page"],
  ["NOT NULL", "ALTER TABLE visit ALTER page_id SET NOT NULL"],
  ["a default for each row", "ALTER TABLE page ADD COLUMN x uuid DEFAULT gen_random_uuid()"],
  ["a stored column", "ALTER TABLE page ADD x text GENERATED ALWAYS AS (lower(title)) STORED"],
  ["an identity", "ALTER TABLE page ADD x integer GENERATED ALWAYS AS IDENTITY"],
  ["a unique column", "ALTER TABLE page ADD x integer UNIQUE"],
  ["another type", "ALTER TABLE page ALTER COLUMN id TYPE bigint"],
  ["a block of code", "DO $$ BEGIN EXECUTE 'CREATE INDEX x ON page (lower(title))'; END $$"],
  ["a lock", "LOCK page IN SHARE MODE; SELECT count(*) FROM page"],
])("what blocks writers while it reads a table is reported: %s", async (_, statement) => {
  expect(await problemsOf(statement)).toEqual([
    expect.stringMatching(/^reads all rows of (page|visit) while no one else can write to (page|visit): /),
  ]);
});

test.each([
  [
    "a check that is validated in the transaction that adds it",
    "ALTER TABLE page ADD CONSTRAINT x CHECK (title <> '') NOT VALID",
    "ALTER TABLE page VALIDATE CONSTRAINT x",
  ],
  [
    "a count after a new trigger",
    "CREATE TRIGGER x BEFORE UPDATE ON page FOR EACH ROW EXECUTE FUNCTION ignore()",
    "CREATE TABLE page_count AS SELECT count(*) FROM page",
  ],
  [
    "a change of another table",
    "ALTER TABLE visit ADD COLUMN x integer",
    "UPDATE page SET note = 'Old' WHERE note IS NULL",
  ],
])("the second statement is reported if the first one has the lock: %s", async (_, first, second) => {
  expect(await problemsOf(first)).toEqual([]);
  expect(await problemsOf(first, second)).toEqual([expect.stringContaining(second)]);
});

test.each(["UPDATE page SET title = upper(title)", "DELETE FROM visit"])(
  "a change of all rows is reported: %s",
  async (statement) => {
    expect(await problemsOf(statement)).toEqual([
      expect.stringMatching(/^changes all rows of (page|visit), which others can't change meanwhile: /),
    ]);
  },
);

test.each([
  ["a column", "ALTER TABLE page ADD COLUMN x text"],
  ["a column that refers to another table", "ALTER TABLE visit ADD COLUMN x integer REFERENCES page"],
  ["a column with a default", "ALTER TABLE page ADD x timestamptz NOT NULL DEFAULT now()"],
  ["a check that isn't validated", "ALTER TABLE page ADD CONSTRAINT x CHECK (title <> '') NOT VALID"],
  ["a change of one row", "UPDATE page SET title = 'Emma' WHERE id = 1"],
  ["a new row", "INSERT INTO page VALUES (3, 'Sanditon')"],
  ["a copy into a new table", "CREATE TABLE page_copy AS SELECT * FROM page"],
  ["a removed column", "ALTER TABLE page DROP COLUMN note"],
  ["what the file accepts", "-- Long lock: there are few pages.\nCREATE INDEX x ON page (title)"],
])("what blocks writers for an instant is not reported: %s", async (_, statement) => {
  expect(await problemsOf(statement)).toEqual([]);
});

test("what is done to a new table is not reported", async () => {
  expect(
    await problemsOf(
      "CREATE TABLE line (page_id integer)",
      "INSERT INTO line VALUES (1), (2)",
      "UPDATE line SET page_id = 1",
      "CREATE INDEX line_page ON line (page_id)",
    ),
  ).toEqual([]);
  expect(
    await problemsOf(
      "CREATE TABLE line (page_id integer)",
      "ALTER TABLE line ADD FOREIGN KEY (page_id) REFERENCES page",
    ),
  ).toEqual([]);
});
