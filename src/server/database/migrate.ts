import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "./connect.ts";
import { projectDir } from "#server/project-dir.ts";
import { StartError } from "#server/start-error.ts";

export type Migration = {
  name: string;
  hash: string;
  /** Of its earlier texts, which some databases have applied; `-- Earlier text: ` and the hash in the file names each. */
  earlierHashes: string[];
  /** Whether the release before it runs on its database, too: its file begins with `-- Compatible`. */
  isCompatible: boolean;
  statements: string[];
};

type AppliedMigration = Pick<Migration, "name" | "hash" | "isCompatible">;

/** The folder of this repository's migrations. */
export const migrationsFolder = join(projectDir, "migrations");

/** The code of PostgreSQL's error for a role that lacks a right. */
const forbidden = "42501";
/** What a standby answers to writes. */
const readOnly = "25006";

/** An arbitrary number; the process that has its advisory lock migrates. */
const lockId = 3_551_930_284;

/**
 * Applies the missing migrations in the order of their names, each in its own transaction, also those before applied ones.
 * Several processes can do this at once. If none is missing, the role needs no rights but to read the names of the applied
 * ones. For a minute, a standby is tried again: a proxy leads to them until it knows the primary.
 * @param o.folder an SQL file for each migration
 * @returns the names of the migrations that were applied
 * @throws StartError if one fails, if an applied migration is changed in the folder, if it is missing there and not compatible, or
 *   if the role may not migrate
 */
export async function migrate(
  database: Pick<Database, "pool">,
  o: { folder?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(o.folder ?? migrationsFolder);
  const applied: string[] = [];
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = await database.pool.connect();
    try {
      while (!(await isMigrated(client, migrations))) {
        const name = await applyNext(client, migrations);
        if (name !== undefined) applied.push(name);
      }
      client.release();
      return applied;
    } catch (error) {
      client.release(true);
      const { code } = error as pg.DatabaseError;
      if (code === forbidden)
        throw new StartError(
          "The database lacks migrations, and the role in DATABASE_URL may not apply them: migrate first with the role that owns the tables (docs/deploy.md).",
          { cause: error },
        );
      if (code !== readOnly || Date.now() > deadline) throw error;
    }
    await sleep(1_000);
  }
}

/** Reads the migrations in a folder, in the order of their names. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new StartError(`The migrations are missing: ${folder} can't be read.`, { cause: error });
  });
  const names = files.filter((file) => file.endsWith(".sql")).map((file) => file.slice(0, -".sql".length));
  return Promise.all(
    names.sort().map(async (name) => {
      const text = (await readFile(join(folder, `${name}.sql`), "utf8")).replaceAll("\r\n", "\n");
      return {
        name,
        hash: createHash("sha256").update(text).digest("hex"),
        earlierHashes: [...text.matchAll(/^-- Earlier text: ([\da-f]{64})/gm)].map(([, hash = ""]) => hash),
        isCompatible: text.startsWith("-- Compatible"),
        statements: text.split("--> statement-breakpoint").filter((statement) => statement.trim()),
      };
    }),
  );
}

/** Whether all migrations are applied. */
async function isMigrated(client: pg.ClientBase, migrations: Migration[]): Promise<boolean> {
  try {
    const applied = await readApplied(client);
    checkApplied(applied, migrations);
    return migrations.every(({ name }) => applied.some((each) => each.name === name));
  } catch (error) {
    // The table, or a column of it, is created together with the first migration.
    if (["42P01", "42703"].includes((error as pg.DatabaseError).code ?? "")) return false;
    throw error;
  }
}

/** Applies the next migration, in one transaction; undefined if all are applied. */
async function applyNext(client: pg.PoolClient, migrations: Migration[]): Promise<string | undefined> {
  const applied = await beginMigrating(client);
  checkApplied(applied, migrations);
  const next = migrations.find(({ name }) => !applied.some((each) => each.name === name));
  if (next) await applyMigration(client, next);
  await client.query("COMMIT");
  return next?.name;
}

/**
 * Begins a transaction, during which no other process migrates.
 * @returns the applied migrations
 */
export async function beginMigrating(client: pg.ClientBase): Promise<AppliedMigration[]> {
  await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0;
     SELECT pg_advisory_xact_lock(${lockId}); SET LOCAL lock_timeout = '1min';
     CREATE TABLE IF NOT EXISTS public.applied_migrations
       (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
     ALTER TABLE public.applied_migrations ADD COLUMN IF NOT EXISTS is_compatible boolean NOT NULL DEFAULT false`,
  );
  return await readApplied(client);
}

async function readApplied(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT name, hash, is_compatible AS "isCompatible" FROM public.applied_migrations',
  );
  return rows;
}

/**
 * Applies a migration in the transaction of `beginMigrating`, which the caller ends.
 * @throws StartError if it fails
 */
export async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  const { name, hash, isCompatible, statements } = migration;
  for (const statement of statements) {
    await client.query(statement).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartError(`The migration ${name} failed and was rolled back: ${reason}`, { cause: error });
    });
  }
  await client.query(
    "INSERT INTO public.applied_migrations (name, hash, is_compatible) VALUES ($1, $2, $3)",
    [name, hash, isCompatible],
  );
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

/** Whether a hash is of the migration's text, or of one that it had earlier. */
export function isText({ hash, earlierHashes }: Migration, applied: string): boolean {
  return hash === applied || earlierHashes.includes(applied);
}
