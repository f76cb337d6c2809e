import { sql, type SQL } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { books } from "#features/books/table.ts";
import type { ImportRow } from "./validate-row.ts";
import { maxReportedGenres, maxReportedProblems } from "#features/books/import/import-schema.ts";

/*
 * A file's rows in a table of their transaction, compared with each other, with the books and with the genres by the
 * database's own rules: each statement is about many rows, and each row is found by an index.
 */

/** Rows with a number from `first` to `last`. */
export type RowRange = { first: number; last: number };

/** Some rows, and how many there are in all. */
export type LimitedRows<Row> = { rows: Row[]; count: number };

const lower = (text: unknown): SQL => sql`lower(${text} collate "und-x-icu")`;

/** Makes room for a file's rows; it goes with the transaction. Keys are what is unique: texts whatever their case. */
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
  const column = <Name extends keyof ImportRow>(name: Name) => sql.param(rows.map((row) => row[name]));
  await transaction.execute(sql`
    insert into book_import (row, title, author, genre, publisher)
    select * from unnest(${column("row")}::int[], ${column("title")}::text[], ${column("author")}::text[],
      ${column("genre")}::text[], ${column("publisher")}::text[])`);
}

/** Ends the filling: the database looks at what it got. */
export async function analyzeImportTable(transaction: Sql): Promise<void> {
  await transaction.execute(sql`analyze book_import`);
}

/** Rows whose book stands in an earlier row already. */
export async function findDuplicateRows(
  transaction: Sql,
): Promise<LimitedRows<{ row: number; title: string; earlier: number }>> {
  return await find(
    transaction,
    sql`
      select row, title, earlier, count(*) over () as found from (
        select row, title, min(row) over (partition by title_key, author_key) as earlier
        from book_import where title_key is not null and author_key is not null
      ) as seen where row > earlier order by row limit ${maxReportedProblems}`,
  );
}

/** Rows of a span whose book there is already. */
export async function findExistingBooks(
  transaction: Sql,
  { first, last }: RowRange,
): Promise<{ row: number; title: string }[]> {
  // Not EXISTS, for which the database may go through all books rather than ask for each of a span's.
  const { rows } = await transaction.execute<{ row: number; title: string }>(sql`
    select row, title from book_import
    where row between ${first} and ${last} and (
      select true from ${books}
      where ${lower(books.title)} = title_key and ${lower(books.author)} = author_key limit 1
    ) order by row`);
  return rows;
}

const isMissing = sql`genre_key is not null and not exists (
  select from ${genres} where ${lower(genres.name)} = genre_key)`;

/** Rows whose genre there is not. */
export async function findRowsOfMissingGenres(
  transaction: Sql,
): Promise<LimitedRows<{ row: number; genre: string }>> {
  return await find(
    transaction,
    sql`
      select row, genre, count(*) over () as found from book_import where ${isMissing}
      order by row limit ${maxReportedProblems}`,
  );
}

/** The genres that there are not, each as the first row spells it, the most frequent first. */
export async function findMissingGenres(
  transaction: Sql,
  limit = maxReportedGenres,
): Promise<LimitedRows<{ name: string; rows: number }>> {
  return await find(
    transaction,
    sql`
      select (array_agg(genre order by row))[1] as name, count(*)::int as rows, count(*) over () as found
      from book_import where ${isMissing} group by genre_key order by rows desc, min(row) limit ${limit}`,
  );
}

/**
 * Writes a span's books; returns how many.
 * @throws where somebody has added one of them meanwhile (`violatedConstraint` says so)
 */
export async function insertBooks(transaction: Sql, { first, last }: RowRange): Promise<number> {
  const { rowCount } = await transaction.execute(sql`
    insert into ${books} (title, author, genre_id, publisher)
    select imported.title, imported.author, ${genres.id}, imported.publisher
    from book_import as imported inner join ${genres} on ${lower(genres.name)} = imported.genre_key
    where imported.row between ${first} and ${last} order by imported.row`);
  return rowCount ?? 0;
}

async function find<Row extends Record<string, unknown>>(
  transaction: Sql,
  statement: SQL,
): Promise<LimitedRows<Row>> {
  const { rows } = await transaction.execute<Record<string, unknown>>(statement);
  return { rows: rows as Row[], count: Number(rows[0]?.found ?? 0) };
}
