import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Sql } from "#server/database/connect.ts";

/** A table with `recordColumns`. */
export type RecordTable = PgTable & Record<"id" | "version" | "updatedAt", PgColumn>;

/** Stores a record. @returns its id @throws if a constraint rejects it (`violatedConstraint`) */
export async function createRecord<Table extends RecordTable>(
  database: Sql,
  table: Table,
  values: Table["$inferInsert"],
): Promise<string> {
  const [row] = await database
    .insert<PgTable>(table)
    .values(values)
    .returning({ id: idOf(table) });
  if (!row) throw new Error("The record was not stored");
  return row.id;
}

/**
 * Locks records for the transaction, so that they stay as they are until the caller's write.
 * @returns those that exist, in their current version
 */
export async function lockRecords(
  transaction: Sql,
  table: RecordTable,
  ids: readonly string[],
): Promise<VersionedRef[]> {
  return await transaction
    .select({ id: idOf(table), version: sql<number>`${table.version}` })
    .from<PgTable>(table)
    .where(inArray(table.id, ids))
    // In one order, so that concurrent transactions can't deadlock.
    .orderBy(table.id)
    .for("update");
}

/** Changes a locked record and increments its version. @throws as `createRecord` does */
export async function updateRecord<Table extends RecordTable>(
  transaction: Sql,
  table: Table,
  { id, version: _seen, ...values }: VersionedRef & Partial<Table["$inferInsert"]>,
): Promise<void> {
  const saved = { ...values, updatedAt: sql`now()`, version: sql`${table.version} + 1` };
  await transaction.update<PgTable>(table).set(saved).where(eq(table.id, id));
}

/** Deletes locked records. @throws if others refer to one of them (`violatedConstraint`) */
export async function deleteRecords(
  transaction: Sql,
  table: RecordTable,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await transaction.delete(table).where(inArray(table.id, ids));
}

function idOf({ id }: RecordTable): SQL<string> {
  return sql<string>`${id}`;
}
