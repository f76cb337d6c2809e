import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { findChangedCollations, startCollationCheck } from "./collations.ts";
import { connect, type Database } from "./connect.ts";
import { withDatabase } from "./connection.ts";

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database;
}

/** Starts the check as an instance does, and returns its state and what it logs. */
function start({ pool }: Pick<Database, "pool">) {
  const logged: unknown[][] = [];
  const log = (...line: unknown[]) => void logged.push(line);
  const check = startCollationCheck({ pool, log: { warn: log, info: log } });
  onTestFinished(check.stop);
  return { health: check.health, logged };
}

/** Runs what the log says, as psql does. */
async function runCommands({ pool }: Pick<Database, "pool">, logged: unknown[][]): Promise<void> {
  const [[fields]] = logged as [[{ commands: string[] }]];
  for (const command of fields.commands) await pool.query(command);
}

test("a new version of a column's collation is reported, until the commands in the log were run", async () => {
  const database = await createDatabase();
  await database.pool.query("UPDATE pg_collation SET collversion = '1.0' WHERE collname = 'und-x-icu'");
  const { health, logged } = start(database);
  await expect.poll(health).toBe("failing: sorting has changed (und-x-icu): REINDEX, as the log says");
  expect(logged).toEqual([
    [
      {
        changed: [expect.objectContaining({ name: "und-x-icu", recorded: "1.0" })],
        commands: [
          `REINDEX DATABASE CONCURRENTLY ${database.name}`,
          'ALTER COLLATION "und-x-icu" REFRESH VERSION',
        ],
      },
      expect.stringContaining("indexes can miss rows"),
    ],
  ]);

  await runCommands(database, logged);
  expect((await findChangedCollations(database.pool)).changed).toEqual([]);
});

test("a new version of the database's default collation is reported, until the commands in the log were run", async () => {
  const { pool, connection } = await createDatabase();
  const name = `test-icu-${randomBytes(6).toString("hex")}`;
  await pool.query(`CREATE DATABASE "${name}" TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'`);
  const database = connect(withDatabase(connection, name), { max: 2 });
  onTestFinished(async () => {
    await database.close();
    await pool.query(`DROP DATABASE "${name}" WITH (FORCE)`);
  });
  await pool.query("UPDATE pg_database SET datcollversion = '1.0' WHERE datname = $1", [name]);
  const { health, logged } = start(database);
  await expect.poll(health).toMatch(/^failing: .*the database's default/);
  await runCommands(database, logged);
  expect((await findChangedCollations(database.pool)).changed).toEqual([]);
});

test("a collation that nothing uses, and a database without versions, are not reported", async () => {
  const database = await createDatabase();
  await database.pool.query("UPDATE pg_collation SET collversion = '1.0' WHERE collname = 'fr-x-icu'");
  expect(await findChangedCollations(database.pool)).toEqual({ changed: [], commands: [] });
});
