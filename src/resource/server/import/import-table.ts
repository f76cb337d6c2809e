import { sql, type SQL } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { maxReportedMissing, maxReportedProblems, type ImportFields } from "../../csv/import-schema.ts";
import { ignoreCase } from "./names.ts";
import type { ImportDefinition, RelatedRecords, UniqueFields } from "./definition.ts";
import type { ImportRow } from "./validate-row.ts";

// The rows of a file are in a temporary table of texts, where statements compare many at a time (docs/decisions/0016).

/** Rows with a number from `first` to `last`. */
export type RowRange = { first: number; last: number };

/** The first rows, and the number of all. */
export type LimitedRows<Row> = { rows: Row[]; count: number };

const columnOf = (field: string): SQL => sql`imported.${sql.identifier(field)}`;

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

/** Creates the table, with a column for each field. */
export async function createImportTable(transaction: Sql, fields: ImportFields): Promise<void> {
  const columns = Object.keys(fields).map((field) => sql`${sql.identifier(field)} text`);
  await transaction.execute(sql`
    create temporary table csv_import (import_row integer primary key, ${list(columns)}) on commit drop`);
}

export async function insertImportRows(
  transaction: Sql,
  fields: ImportFields,
  rows: ImportRow[],
): Promise<void> {
  const columns = Object.keys(fields).map((field) => {
    const values = rows.map((row) => row.values[field] ?? null);
    return sql`${sql.param(values)}::text[]`;
  });
  await transaction.execute(sql`
    insert into csv_import
    select * from unnest(${sql.param(rows.map(({ row }) => row))}::int[], ${list(columns)})`);
}

/** Gives the planner statistics about the table, once it is complete. */
export async function analyzeImportTable(transaction: Sql): Promise<void> {
  await transaction.execute(sql`analyze csv_import`);
}

/** Rows whose values of some fields are in an earlier row too. */
export async function findDuplicateRows(
  transaction: Sql,
  { fields, areEmptyEqual }: UniqueFields,
): Promise<LimitedRows<{ row: number; value: string; earlier: number }>> {
  const keys = fields.map((field) => ignoreCase(columnOf(field)));
  const areCompared = areEmptyEqual ? [sql`true`] : keys.map((key) => sql`${key} is not null`);
  return await fetchLimited(
    transaction,
    sql`
      select row, value, earlier, count(*) over () as total from (
        select import_row as row, ${columnOf(fields[0] ?? "")} as value,
          min(import_row) over (partition by ${list(keys)}) as earlier
        from csv_import as imported where ${sql.join(areCompared, sql` and `)}
      ) as keyed where row > earlier order by row limit ${maxReportedProblems}`,
  );
}

/** Rows of a range for which a record with the same values of some fields exists already. */
export async function findExistingRecords(
  transaction: Sql,
  columns: ImportDefinition["columns"],
  { fields, areEmptyEqual }: UniqueFields,
  { first, last }: RowRange,
): Promise<{ row: number; value: string }[]> {
  const areEqual = fields.map((field) => {
    const [stored, imported] = [ignoreCase(sql`${columns[field]}`), ignoreCase(columnOf(field))];
    const areBothEmpty = sql`${columns[field]} is null and ${columnOf(field)} is null`;
    return areEmptyEqual ? sql`(${stored} = ${imported} or ${areBothEmpty})` : sql`${stored} = ${imported}`;
  });
  // Not EXISTS: the planner might scan all records instead of looking up each row of the range.
  const { rows } = await transaction.execute<{ row: number; value: string }>(sql`
    select import_row as row, ${columnOf(fields[0] ?? "")} as value from csv_import as imported
    where import_row between ${first} and ${last} and (
      select true from ${tableOf(columns)} where ${sql.join(areEqual, sql` and `)} limit 1
    ) order by row`);
  return rows;
}

/** The ids of the records that a row's value names: of each kind of name at most two, which are already too many. */
function namedIds({ field, id, names }: RelatedRecords): SQL {
  const found = names.map(
    (isNamed) => sql`(select ${id} from ${id.table} where ${isNamed(columnOf(field))} limit 2)`,
  );
  return sql.join(found, sql` union `);
}

/** A condition of rows: the value names no related record. */
export const isMissing = (related: RelatedRecords): SQL =>
  sql`${columnOf(related.field)} is not null and not exists (${namedIds(related)})`;

/** A condition of rows: the value names several related records. */
export const isAmbiguous = (related: RelatedRecords): SQL =>
  sql`${columnOf(related.field)} is not null and (select count(*) from (${namedIds(related)}) as named) > 1`;

/** Rows that meet a condition, with the values of a field. */
export async function findRows(
  transaction: Sql,
  field: string,
  condition: SQL,
): Promise<LimitedRows<{ row: number; value: string }>> {
  return await fetchLimited(
    transaction,
    sql`
      select import_row as row, ${columnOf(field)} as value, count(*) over () as total
      from csv_import as imported where ${condition}
      order by row limit ${maxReportedProblems}`,
  );
}

/** The names of related records that don't exist, each as its first row spells it, most frequent first. */
export async function findMissingNames(
  transaction: Sql,
  related: RelatedRecords,
  limit = maxReportedMissing,
): Promise<LimitedRows<{ name: string; rows: number }>> {
  const name = columnOf(related.field);
  return await fetchLimited(
    transaction,
    sql`
      select (array_agg(${name} order by import_row))[1] as name, count(*)::int as rows,
        count(*) over () as total
      from csv_import as imported where ${isMissing(related)}
      group by ${ignoreCase(name)} order by rows desc, min(import_row) limit ${limit}`,
  );
}

/** Inserts the rows of a range into the table of records. @returns their number */
export async function writeRecords(
  transaction: Sql,
  { columns, related = [] }: ImportDefinition,
  { first, last }: RowRange,
): Promise<number> {
  const values = Object.entries(columns).map(([field, column]) => {
    const records = related.find((each) => each.field === field);
    return records
      ? sql`(select * from (${namedIds(records)}) as named limit 1)`
      : sql`${columnOf(field)}::${sql.raw(column.getSQLType())}`;
  });
  const names = Object.values(columns).map(({ name }) => sql.identifier(name));
  const { rowCount } = await transaction.execute(sql`
    insert into ${tableOf(columns)} (${sql.join(names, sql`, `)}) select ${list(values)} from csv_import as imported
    where import_row between ${first} and ${last} order by import_row`);
  return rowCount ?? 0;
}

function tableOf(columns: ImportDefinition["columns"]) {
  return Object.values(columns)[0]?.table;
}

async function fetchLimited<Row extends Record<string, unknown>>(
  transaction: Sql,
  statement: SQL,
): Promise<LimitedRows<Row>> {
  const { rows } = await transaction.execute<Record<string, unknown>>(statement);
  return { rows: rows as Row[], count: Number(rows[0]?.total ?? 0) };
}
