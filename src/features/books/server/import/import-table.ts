import { sql, type SQL } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { maxReportedGenres, maxReportedProblems } from "../../import/import-schema.ts";
import { books } from "../../table.ts";
import type { ImportRow } from "./validate-row.ts";

// The rows of a file are in a temporary table, where statements compare many at a time (docs/decisions/0016).

/** Rows with a number from `first` to `last`. */
export type RowRange = { first: number; last: number };

/** The first rows, and the number of all. */
export type LimitedRows<Row> = { rows: Row[]; count: number };

const lower = (text: unknown): SQL => sql`lower(${text} collate "und-x-icu")`;

/** Creates the table. The key columns hold the texts without case, as the unique indexes compare them. */
export async function createImportTable(transaction: Sql): Promise<void> {
  await transaction.execute(sql`
    create temporary table book_import (
      row integer primary key,
      title text, author text, genre text, publisher text,
      title_key text collate "und-x-icu" generated always as (${lower(sql`title`)}) stored,
      author_key text collate "und-x-icu" generated always as (${lower(sql`author`)}) stored,
      genre_key text collate "und-x-icu" generated always as (${lower(sql`genre`)}) stored
    ) on commit drop`);
}

export async function insertImportRows(transaction: Sql, rows: ImportRow[]): Promise<void> {
  const column = (name: keyof ImportRow) => sql.param(rows.map((row) => row[name]));
  await transaction.execute(sql`
    insert into book_import (row, title, author, genre, publisher)
    select * from unnest(${column("row")}::int[], ${column("title")}::text[], ${column("author")}::text[],
      ${column("genre")}::text[], ${column("publisher")}::text[])`);
}

/** Gives the planner statistics about the table, once it is complete. */
export async function analyzeImportTable(transaction: Sql): Promise<void> {
  await transaction.execute(sql`analyze book_import`);
}

/** Rows whose book is in an earlier row too. */
export async function findDuplicateRows(
  transaction: Sql,
): Promise<LimitedRows<{ row: number; title: string; earlier: number }>> {
  return await fetchLimited(
    transaction,
    sql`
      select row, title, earlier, count(*) over () as total from (
        select row, title, min(row) over (partition by title_key, author_key) as earlier
        from book_import where title_key is not null and author_key is not null
      ) as keyed where row > earlier order by row limit ${maxReportedProblems}`,
  );
}

/** Rows of a range whose book exists already. */
export async function findExistingBooks(
  transaction: Sql,
  { first, last }: RowRange,
): Promise<{ row: number; title: string }[]> {
  // Not EXISTS: the planner might scan all books instead of looking up each row of the range.
  const { rows } = await transaction.execute<{ row: number; title: string }>(sql`
    select row, title from book_import
    where row between ${first} and ${last} and (
      select true from ${books}
      where ${lower(books.title)} = title_key and ${lower(books.author)} = author_key limit 1
    ) order by row`);
  return rows;
}

const hasMissingGenre = sql`genre_key is not null and not exists (
  select from ${genres} where ${lower(genres.name)} = genre_key)`;

/** Rows whose genre doesn't exist. */
export async function findRowsOfMissingGenres(
  transaction: Sql,
): Promise<LimitedRows<{ row: number; genre: string }>> {
  return await fetchLimited(
    transaction,
    sql`
      select row, genre, count(*) over () as total from book_import where ${hasMissingGenre}
      order by row limit ${maxReportedProblems}`,
  );
}

/** The genres that don't exist, each as its first row spells it, most frequent first. */
export async function findMissingGenres(
  transaction: Sql,
  limit = maxReportedGenres,
): Promise<LimitedRows<{ name: string; rows: number }>> {
  return await fetchLimited(
    transaction,
    sql`
      select (array_agg(genre order by row))[1] as name, count(*)::int as rows, count(*) over () as total
      from book_import where ${hasMissingGenre} group by genre_key order by rows desc, min(row) limit ${limit}`,
  );
}

/** Inserts the books of a range; returns how many. @throws if one exists by now (`violatedConstraint`) */
export async function insertBooks(transaction: Sql, { first, last }: RowRange): Promise<number> {
  const { rowCount } = await transaction.execute(sql`
    insert into ${books} (title, author, genre_id, publisher)
    select imported.title, imported.author, ${genres.id}, imported.publisher
    from book_import as imported inner join ${genres} on ${lower(genres.name)} = imported.genre_key
    where imported.row between ${first} and ${last} order by imported.row`);
  return rowCount ?? 0;
}

async function fetchLimited<Row extends Record<string, unknown>>(
  transaction: Sql,
  statement: SQL,
): Promise<LimitedRows<Row>> {
  const { rows } = await transaction.execute<Record<string, unknown>>(statement);
  return { rows: rows as Row[], count: Number(rows[0]?.total ?? 0) };
}
