import { sql, type SQL } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { maxReportedMissing, maxReportedProblems } from "../../csv/import-schema.ts";
import type { ImportFields, ImportKind } from "../../csv/import-fields.ts";
import type { RelatedRecords, UniqueFields } from "./definition.ts";
import type { ImportRow } from "./validate-row.ts";

// The rows of a file are in a temporary table, where statements compare many at a time (docs/decisions/0016).

/** Rows with a number from `first` to `last`. */
export type RowRange = { first: number; last: number };

/** The first rows, and the number of all. */
export type LimitedRows<Row> = { rows: Row[]; count: number };

const columnTypes: Record<ImportKind, string> = {
  text: "text",
  day: "date",
  yesNo: "boolean",
  number: "numeric",
};

/** A text without case, as most unique indexes compare it. */
const ignoreCase = (text: unknown): SQL => sql`lower(${text} collate "und-x-icu")`;

/** A field's name in the table: in snake_case. */
const nameOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnOf = (field: string): SQL => sql`imported.${sql.identifier(nameOf(field))}`;

/** Creates the table, with a column for each field. */
export async function createImportTable(transaction: Sql, fields: ImportFields): Promise<void> {
  const columns = Object.entries(fields).map(
    ([field, { kind = "text" }]) => sql`${sql.identifier(nameOf(field))} ${sql.raw(columnTypes[kind])}`,
  );
  await transaction.execute(sql`
    create temporary table csv_import (import_row integer primary key, ${sql.join(columns, sql`, `)})
    on commit drop`);
}

export async function insertImportRows(
  transaction: Sql,
  fields: ImportFields,
  rows: ImportRow[],
): Promise<void> {
  const columns = Object.entries(fields).map(([field, { kind = "text" }]) => {
    const values = rows.map((row) => row.values[field] ?? null);
    return sql`${sql.param(values)}::${sql.raw(columnTypes[kind])}[]`;
  });
  await transaction.execute(sql`
    insert into csv_import
    select * from unnest(${sql.param(rows.map(({ row }) => row))}::int[], ${sql.join(columns, sql`, `)})`);
}

/** Gives the planner statistics about the table, once it is complete. */
export async function analyzeImportTable(transaction: Sql): Promise<void> {
  await transaction.execute(sql`analyze csv_import`);
}

/** The values of unique fields, as their index compares them: in the file, and in the table of records. */
function keysOf(fields: ImportFields, { columns, key = ignoreCase }: UniqueFields) {
  return Object.entries(columns).flatMap(([field, column]) => {
    if (!column) return [];
    const compared = (value: SQL) => ((fields[field]?.kind ?? "text") === "text" ? key(value) : value);
    return [{ imported: compared(columnOf(field)), stored: compared(sql`${column}`), table: column.table }];
  });
}

/** Rows whose record is in an earlier row too. */
export async function findDuplicateRows(
  transaction: Sql,
  fields: ImportFields,
  unique: UniqueFields,
  shownField: string,
): Promise<LimitedRows<{ row: number; value: string; earlier: number }>> {
  const keys = keysOf(fields, unique).map(({ imported }) => imported);
  const areComplete = keys.map((key) => sql`${key} is not null`);
  return await fetchLimited(
    transaction,
    sql`
      select row, value, earlier, count(*) over () as total from (
        select import_row as row, ${columnOf(shownField)}::text as value,
          min(import_row) over (partition by ${sql.join(keys, sql`, `)}) as earlier
        from csv_import as imported where ${sql.join(areComplete, sql` and `)}
      ) as keyed where row > earlier order by row limit ${maxReportedProblems}`,
  );
}

/** Rows of a range whose record exists already. */
export async function findExistingRecords(
  transaction: Sql,
  fields: ImportFields,
  unique: UniqueFields,
  shownField: string,
  { first, last }: RowRange,
): Promise<{ row: number; value: string }[]> {
  const keys = keysOf(fields, unique);
  const areEqual = keys.map(({ imported, stored }) => sql`${stored} = ${imported}`);
  // Not EXISTS: the planner might scan all records instead of looking up each row of the range.
  const { rows } = await transaction.execute<{ row: number; value: string }>(sql`
    select import_row as row, ${columnOf(shownField)}::text as value from csv_import as imported
    where import_row between ${first} and ${last} and (
      select true from ${keys[0]?.table} where ${sql.join(areEqual, sql` and `)} limit 1
    ) order by row`);
  return rows;
}

const isMissing = (field: string, { id, name }: RelatedRecords): SQL =>
  sql`${columnOf(field)} is not null and not exists (
    select from ${id.table} where ${ignoreCase(name)} = ${ignoreCase(columnOf(field))})`;

/** Rows whose related record doesn't exist. */
export async function findRowsOfMissing(
  transaction: Sql,
  field: string,
  related: RelatedRecords,
): Promise<LimitedRows<{ row: number; value: string }>> {
  return await fetchLimited(
    transaction,
    sql`
      select import_row as row, ${columnOf(field)} as value, count(*) over () as total
      from csv_import as imported where ${isMissing(field, related)}
      order by row limit ${maxReportedProblems}`,
  );
}

/** The names of related records that don't exist, each as its first row spells it, most frequent first. */
export async function findMissingNames(
  transaction: Sql,
  field: string,
  related: RelatedRecords,
  limit = maxReportedMissing,
): Promise<LimitedRows<{ name: string; rows: number }>> {
  return await fetchLimited(
    transaction,
    sql`
      select (array_agg(${columnOf(field)} order by import_row))[1] as name, count(*)::int as rows,
        count(*) over () as total
      from csv_import as imported where ${isMissing(field, related)}
      group by ${ignoreCase(columnOf(field))} order by rows desc, min(import_row) limit ${limit}`,
  );
}

/** The rows of a range with the ids of their related records, for FROM. A row whose related record is gone is left out. */
export function rowsToWrite(
  related: Readonly<Record<string, RelatedRecords | undefined>>,
  range: RowRange,
): SQL {
  const joins = Object.entries(related).flatMap(([field, records]) => {
    if (!records) return [];
    const alias = sql.identifier(`related_${nameOf(field)}`);
    return [
      {
        id: sql`, ${alias}.id as ${sql.identifier(`${nameOf(field)}_id`)}`,
        join: sql` left join (select ${records.id} as id, ${ignoreCase(records.name)} as key from ${records.id.table})
          as ${alias} on ${alias}.key = ${ignoreCase(columnOf(field))}`,
        isThere: sql` and (${columnOf(field)} is null or ${alias}.id is not null)`,
      },
    ];
  });
  const all = (name: "id" | "join" | "isThere") => sql.join(joins.map((each) => each[name]));
  return sql`(
    select imported.*${all("id")} from csv_import as imported${all("join")}
    where import_row between ${range.first} and ${range.last}${all("isThere")}
    order by import_row) as rows`;
}

async function fetchLimited<Row extends Record<string, unknown>>(
  transaction: Sql,
  statement: SQL,
): Promise<LimitedRows<Row>> {
  const { rows } = await transaction.execute<Record<string, unknown>>(statement);
  return { rows: rows as Row[], count: Number(rows[0]?.total ?? 0) };
}
