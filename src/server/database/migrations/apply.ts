import type pg from "pg";
import { StartError } from "#server/start-error.ts";
import { addApplied } from "./applied.ts";
import { hasConcurrently, type Migration } from "./files.ts";

/**
 * Applies a migration in a transaction that the caller ends. Indexes are created without CONCURRENTLY.
 * @throws StartError if it fails
 */
export async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const sent = hasConcurrently(migration)
      ? statement.replace(/(?<=\bINDEX\s+)CONCURRENTLY\b/i, "")
      : statement;
    await client.query(sent).catch(failAs(`The migration ${migration.name} failed and was rolled back`));
  }
  await addApplied(client, migration);
}

/**
 * Applies a migration that has CONCURRENTLY, each statement by itself. If it was interrupted, the next time finds the finished
 * indexes, and makes the invalid one again.
 * @throws StartError if it fails
 */
export async function applyConcurrently(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (const [position, statement] of migration.statements.entries()) {
    const index = migration.concurrentIndexes[position] ?? "";
    await dropInvalid(client, index);
    try {
      await client.query(statement);
    } catch (error) {
      // It would slow down writes, and a unique one reject them. The next time drops it, too.
      await dropInvalid(client, index).catch(() => undefined);
      await failAs(`The migration ${migration.name} failed`)(error);
    }
  }
  await addApplied(client, migration);
}

/** Drops an index that an interrupted or failed statement has left, which no query uses. */
async function dropInvalid(client: pg.ClientBase, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexrelid::regclass AS name FROM pg_index
     WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid`,
    [index],
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

function failAs(what: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${what}: ${reason}`, { cause: error });
  };
}
