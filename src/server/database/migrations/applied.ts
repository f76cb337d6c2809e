import type pg from "pg";
import { StartError } from "#server/start-error.ts";
import { checkRestored } from "../restoring.ts";
import { isText, type Migration } from "./files.ts";

type AppliedMigration = Pick<Migration, "name" | "hash" | "isCompatible">;

/** The codes of PostgreSQL's errors for a table or a column that doesn't exist. */
const missing = ["42P01", "42703"];

/**
 * Finds the first migration that a database lacks; undefined if it has all of them.
 * @throws StartError if an applied migration is changed in the folder, or is missing there and not compatible, or if the database is
 *   only partly restored
 */
export async function findMissing(
  client: pg.ClientBase,
  migrations: Migration[],
): Promise<Migration | undefined> {
  const applied = await readApplied(client);
  checkApplied(applied, migrations);
  await checkRestored(client);
  return migrations.find(({ name }) => !applied.some((each) => each.name === name));
}

/** Creates the table of applied migrations if it, or a column of it, is missing. Otherwise it locks nothing. */
export async function createAppliedTable(client: pg.ClientBase): Promise<void> {
  if (await hasAppliedTable(client)) return;
  await client.query(
    `CREATE TABLE IF NOT EXISTS public.applied_migrations
       (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
     ALTER TABLE public.applied_migrations ADD COLUMN IF NOT EXISTS is_compatible boolean NOT NULL DEFAULT false`,
  );
}

export async function addApplied(
  client: pg.ClientBase,
  { name, hash, isCompatible }: AppliedMigration,
): Promise<void> {
  await client.query(
    "INSERT INTO public.applied_migrations (name, hash, is_compatible) VALUES ($1, $2, $3)",
    [name, hash, isCompatible],
  );
}

async function hasAppliedTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_attribute
     WHERE attrelid = to_regclass('public.applied_migrations') AND attname = 'is_compatible'`,
  );
  return rows.length > 0;
}

/** The applied migrations; none if their table, or a column of it, is missing. */
async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  try {
    const { rows } = await client.query<AppliedMigration>(
      'SELECT name, hash, is_compatible AS "isCompatible" FROM public.applied_migrations',
    );
    return rows;
  } catch (error) {
    if (missing.includes((error as pg.DatabaseError).code ?? "")) return [];
    throw error;
  }
}

function checkApplied(applied: AppliedMigration[], migrations: Migration[]) {
  for (const { name, hash, isCompatible } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      if (isCompatible) continue;
      throw new StartError(
        `The database is newer than this code: it has the migration ${name}, which this code doesn't have. Update the code, or use another database.`,
      );
    }
    if (!isText(known, hash)) {
      throw new StartError(
        `The migration ${name} was changed after it was applied to this database: restore its text, and write a new migration for the change.`,
      );
    }
  }
}
