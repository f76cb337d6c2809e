import { and, eq, getTableColumns, getTableName, inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Sql } from "#server/database/connect.ts";
import { deletedRecords } from "./table.ts";

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

/**
 * Changes a record that is still in the given version, and increments it.
 * @returns whether it was @throws as `createRecord` does
 */
export async function updateRecord<Table extends RecordTable>(
  transaction: Sql,
  table: Table,
  { id, version, ...values }: VersionedRef & Partial<Table["$inferInsert"]>,
): Promise<boolean> {
  const saved = { ...values, updatedAt: sql`now()`, version: sql`${table.version} + 1` };
  const isSeen = and(eq(table.id, id), eq(table.version, version));
  const { rowCount } = await transaction.update<PgTable>(table).set(saved).where(isSeen);
  return rowCount === 1;
}

/** Deletes a locked record for good. @throws if others refer to it (`violatedConstraint`) */
export async function deleteRecord(transaction: Sql, table: RecordTable, id: string): Promise<void> {
  await transaction.delete<PgTable>(table).where(eq(table.id, id));
}

/** How long deleted records are kept. The interface offers to undo a deletion for 8 seconds, and waits while it is used. */
const restorableMinutes = 10;

/**
 * Deletes locked records, and keeps their rows for `restoreRecords`. What is deleted with them by a cascade isn't kept.
 * @throws if others refer to one of them (`violatedConstraint`)
 */
export async function deleteRecords(
  transaction: Sql,
  table: RecordTable,
  ids: readonly string[],
  deletedBy: string,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction.execute(sql`
    with deleted as (delete from ${table} where ${inArray(table.id, ids)} returning *)
    insert into ${deletedRecords} (table_name, id, deleted_by, record)
    select ${getTableName(table)}, deleted.id, ${deletedBy}::uuid, to_jsonb(deleted) from deleted`);
}

/** Deletes the rows that can't be restored anymore. */
export async function purgeDeletedRecords(database: Sql): Promise<void> {
  await database.delete(deletedRecords).where(sql`not ${isRestorable}`);
}

/**
 * Restores those of the records that the same person deleted within the last 10 minutes, as they were.
 * @returns their ids @throws if a constraint rejects one of them, and then restores none
 */
export async function restoreRecords(
  transaction: Sql,
  table: RecordTable,
  ids: readonly string[],
  deletedBy: string,
): Promise<string[]> {
  const columns = Object.values(getTableColumns<PgTable>(table)).filter(({ generated }) => !generated);
  const names = columns.map(({ name }) => sql.identifier(name));
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with kept as (
      delete from ${deletedRecords}
      where table_name = ${getTableName(table)} and ${inArray(deletedRecords.id, ids)}
        and deleted_by = ${deletedBy}::uuid and ${isRestorable}
      returning record
    )
    insert into ${table} (${sql.join(names, sql`, `)})
    select ${sql.join(
      names.map((name) => sql`restored.${name}`),
      sql`, `,
    )}
    from kept, jsonb_populate_record(null::${table}, kept.record) as restored
    returning id`);
  return rows.map(({ id }) => id);
}

const isRestorable = sql`deleted_at > now() - make_interval(mins => ${sql.raw(String(restorableMinutes))})`;

function idOf({ id }: RecordTable): SQL<string> {
  return sql<string>`${id}`;
}
