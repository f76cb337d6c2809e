import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { seedDatabase } from "#app/run/seed.server.ts";
import { connect, type Database } from "#server/database/connect.ts";
import { withDatabase } from "#server/database/connection.ts";
import { temporaryFolder } from "#server/files/testing.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { findMigrations, restore } from "./restore.ts";
import { checkArchive } from "./check.ts";

/** A database with the seed and entries of the activity. */
export async function createProduct(): Promise<Database> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await seedDatabase(database, { withAccounts: true });
  await database.pool.query(`
    INSERT INTO activity (action, subject_type) SELECT 'create', 'user' FROM generate_series(1, 2500);
    INSERT INTO session (token, user_id, expires_at)
      SELECT gen_random_uuid(), id, now() + interval '1 day' FROM "user"`);
  return database;
}

/** An empty database of an ordinary role, which owns it and has no other rights. */
export async function createPlace(): Promise<{ database: Database; secretPath: string }> {
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
  return { database, secretPath: join(await temporaryFolder(), "secret") };
}

/** Every row of every table as text, also generated columns, and what the tables are made of. */
export async function readAll({ pool }: Pick<Database, "pool">): Promise<Record<string, unknown>> {
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
  const { rows: indexes } = await pool.query(
    `SELECT indexdef, indisvalid FROM pg_indexes JOIN pg_index ON indexrelid = format('%I.%I', schemaname, indexname)::regclass
     WHERE schemaname = 'public' ORDER BY 1`,
  );
  return { ...all, triggers, constraints, indexes };
}

/** Restores a file. @returns the names of the tables that were left out */
export async function restoreTo(
  place: Parameters<typeof restore>[0],
  o: { file: string; passphrase?: string },
): Promise<string[]> {
  const { createdAt, migrations } = await checkArchive(o.file, o.passphrase);
  return restore(place, { ...o, createdAt, migrations: await findMigrations(migrations) });
}
