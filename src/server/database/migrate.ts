import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import type { Database } from "./connect.ts";

/** Why the database can't be brought to what the code expects: a sentence for people. */
class MigrationError extends Error {
  override name = "MigrationError";
}

type Migration = { name: string; hash: string; statements: string[] };

/** The folder of this repository's migrations. */
export const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** Any number will do, as long as it is always the same: who holds its advisory lock migrates. */
const lockNumber = 3_551_930_284;

/**
 * Applies the migrations that the database does not have yet, in the journal's order, each in a transaction of its own.
 * Several processes may do this at once: they take turns, and each migration is applied once.
 * @param o.folder made by drizzle-kit: meta/_journal.json, and a file of SQL for each entry
 * @returns the names of those applied now
 * @throws MigrationError where one fails, or where the database has one that the folder lacks or holds in other words.
 */
export async function migrate(
  database: Pick<Database, "pool">,
  o: { folder?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(o.folder ?? migrationsFolder);
  const applied: string[] = [];
  const client = await database.pool.connect();
  try {
    for (;;) {
      const name = await applyNext(client, migrations);
      if (name === undefined) break;
      applied.push(name);
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release();
  return applied;
}

/** Reads a folder of migrations, in their order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const file = join(folder, "meta", "_journal.json");
  const journal = await readFile(file, "utf8").catch((error: unknown) => {
    throw new MigrationError(`The migrations are missing: ${file} can't be read.`, { cause: error });
  });
  return Promise.all(
    (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(async ({ tag }) => {
      const text = (await readFile(join(folder, `${tag}.sql`), "utf8")).replaceAll("\r\n", "\n");
      return {
        name: tag,
        hash: createHash("sha256").update(text).digest("hex"),
        statements: text.split("--> statement-breakpoint").filter((statement) => statement.trim()),
      };
    }),
  );
}

/** In one transaction, alone: looks at what is applied, and applies the next one; none where all are. */
async function applyNext(client: pg.PoolClient, migrations: Migration[]): Promise<string | undefined> {
  await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0;
     SELECT pg_advisory_xact_lock(${lockNumber}); SET LOCAL lock_timeout = '1min';
     CREATE TABLE IF NOT EXISTS public.applied_migrations
       (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<Migration>("SELECT name, hash FROM public.applied_migrations");
  checkApplied(rows, migrations);
  const next = migrations.find(({ name }) => !rows.some((row) => row.name === name));
  if (next) {
    await apply(client, next);
    await client.query("INSERT INTO public.applied_migrations (name, hash) VALUES ($1, $2)", [
      next.name,
      next.hash,
    ]);
  }
  await client.query("COMMIT");
  return next?.name;
}

async function apply(client: pg.PoolClient, { name, statements }: Migration) {
  for (const statement of statements) {
    await client.query(statement).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationError(
        `The migration ${name} could not be applied, and nothing of it was kept: ${reason}`,
        { cause: error },
      );
    });
  }
}

function checkApplied(applied: Pick<Migration, "name" | "hash">[], migrations: Migration[]) {
  for (const { name, hash } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new MigrationError(
        `The database is newer than this code: it has the migration ${name}, which the code does not know. Update the code, or use the database that belongs to it.`,
      );
    }
    if (known.hash !== hash) {
      throw new MigrationError(
        `The migration ${name} was changed after it had been applied to this database: restore its text, and write a new migration for the change.`,
      );
    }
  }
}
