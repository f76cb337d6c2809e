import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { StartError } from "#server/start-error.ts";
import type { Database } from "./connect.ts";
import { createAppliedTable, findMissing } from "./migrations/applied.ts";
import { applyConcurrently, applyMigration } from "./migrations/apply.ts";
import { hasConcurrently, type Migration, migrationsFolder, readMigrations } from "./migrations/files.ts";
import { type LockOptions, openLockAttempts } from "./migrations/lock-attempts.ts";
import { findLockHolder } from "./migrations/waits.ts";

/** The code of PostgreSQL's error for a role that lacks a right. */
const forbidden = "42501";
/** What a standby answers to writes. */
const readOnly = "25006";

/** An arbitrary number; the process that has its advisory lock migrates. */
const lockId = 3_551_930_284;

/** How often a process that waits for the one that migrates looks whether it is done. */
const pollMs = 500;

/**
 * Applies the missing migrations in the order of their names, each in its own transaction, also those before applied ones.
 * Several processes can do this at once: one migrates, and those that lack something wait for it. If none is missing, the role
 * needs no rights but to read the names of the applied ones. For a minute, a standby is tried again: a proxy leads to them
 * until it knows the primary.
 * @param database with at least two connections
 * @param o.folder an SQL file for each migration
 * @returns the names of the migrations that were applied
 * @throws StartError if one fails, if an applied migration is changed in the folder, if it is missing there and not compatible, or
 *   if the role may not migrate
 */
export async function migrate(
  { pool }: Pick<Database, "pool">,
  { folder = migrationsFolder, ...o }: LockOptions & { folder?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const applied: string[] = [];
  const deadline = performance.now() + 60_000;
  for (;;) {
    const client = await pool.connect();
    try {
      const attempt = await openLockAttempts(client, pool, o);
      await applyMissing({
        client,
        attempt,
        log: o.log,
        migrations,
        onApplied: (name) => applied.push(name),
      });
      return applied;
    } catch (error) {
      const { code } = error as pg.DatabaseError;
      if (code === forbidden)
        throw new StartError(
          "The database lacks migrations, and the role in DATABASE_URL may not apply them: migrate first with the role that owns the tables (docs/deploy.md).",
          { cause: error },
        );
      if (code !== readOnly || performance.now() > deadline) throw error;
    } finally {
      client.release(true); // Its session has other settings, and the lock.
    }
    await sleep(1_000);
  }
}

/** Applies what is missing, or waits until another process has applied it. */
async function applyMissing({
  client,
  attempt,
  log,
  migrations,
  onApplied,
}: {
  client: pg.ClientBase;
  attempt: Awaited<ReturnType<typeof openLockAttempts>>;
  log: LockOptions["log"];
  migrations: Migration[];
  onApplied: (name: string) => void;
}): Promise<void> {
  let isMigrating = false;
  let holder: string | undefined;
  for (;;) {
    const next = await attempt("Reading the applied migrations", () => findMissing(client, migrations));
    if (!next) return;
    if (isMigrating) {
      // CONCURRENTLY waits for transactions that may take long, and no request waits behind it.
      const o = { isWaiting: hasConcurrently(next) };
      await attempt(`The migration ${next.name}`, () => applyNext(client, next), o);
      onApplied(next.name);
      continue;
    }
    isMigrating = await takeLock(client);
    if (isMigrating) {
      await attempt("Creating the table of applied migrations", () => createAppliedTable(client));
      continue; // Another process may have applied some since they were read.
    }
    const other = await findLockHolder(client, lockId);
    if (other && other !== holder) log?.warn({ waitsFor: other }, "Another process migrates the database");
    holder = other;
    await sleep(pollMs);
  }
}

/** Whether this connection has the lock now. Waiting for it in a statement would block CONCURRENTLY in the process that has it. */
async function takeLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
    lockId,
  ]);
  return rows[0]?.taken ?? false;
}

async function applyNext(client: pg.ClientBase, migration: Migration): Promise<void> {
  if (hasConcurrently(migration)) return await applyConcurrently(client, migration);
  await client.query("BEGIN");
  await applyMigration(client, migration);
  await client.query("COMMIT");
}

/** Begins a transaction for an empty database, during which no other process migrates. */
export async function beginMigrating(client: pg.ClientBase): Promise<void> {
  await client.query(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0;
     SELECT pg_advisory_xact_lock(${lockId}); SET LOCAL lock_timeout = '1min'`,
  );
  await createAppliedTable(client);
}
