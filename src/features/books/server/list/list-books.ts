import { and, eq, sql, type SQL } from "drizzle-orm";
import { bookCounts, genres } from "#features/genres/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { images } from "#server/files/table.ts";
import {
  bookPageSize,
  exactCountLimit,
  type Book,
  type BookListQuery,
  type BookPage,
  type BookTotal,
} from "../../schema.ts";
import { bookColumns, toBook } from "../../store.ts";
import { books } from "../../table.ts";
import { encodeCursor, type Position } from "./list-position.ts";
import {
  afterOperator,
  keysetScan,
  orderBy,
  positionRow,
  scanOrder,
  sortKeys,
  type ScanQuery,
} from "./keyset-scan.ts";
import { hasSymbols, matchesTerms, splitTerms } from "./search-conditions.ts";
import { certainlyExceeds } from "./table-sample.ts";

/** The extra row shows whether another page follows. */
const pageSizePlusOne = bookPageSize + 1;

/** How many rows a search scans before it uses the search index (docs/decisions/0013). */
const defaultSearchDepth = {
  /** Rows that are scanned first, in the list's order: common terms fill a page there. */
  scanRows: 5_000,
  /** Terms are common if more books than this match them. */
  commonFrom: exactCountLimit,
  /** Rows that are scanned for common terms. */
  commonScanRows: 50_000,
};

export type SearchDepth = typeof defaultSearchDepth;

/** A page of books, read with two statements whose cost doesn't depend on the page's position in the list. */
export async function listBooks(
  database: Sql,
  query: BookListQuery,
  after?: Position,
  depth = defaultSearchDepth,
): Promise<BookPage> {
  const terms = splitTerms(query.searchTerm);
  const scan = { ...query, after };
  if (terms.length > 0) return await searchBooks(database, scan, terms, depth);
  const [{ rows }, total] = await Promise.all([
    fetchBooks(database, sql`select book.id, ${rowNumber(scan)} from ${keysetScan(scan, pageSizePlusOne)}`),
    countBooks(database, query.genreId),
  ]);
  return toPage(scan, rows, total);
}

async function searchBooks(
  database: Sql,
  scan: ScanQuery,
  terms: string[],
  depth: SearchDepth,
): Promise<BookPage> {
  const { rows, extra: continues } = await fetchBooks(database, scanStatement(scan, terms, depth.scanRows));
  if (rows.length < pageSizePlusOne && continues !== undefined) {
    const statement = searchStatement(scan, terms, { ...depth, mayBeCommon: rows.length > 0 });
    const page = await fetchBooks(database, statement);
    return toPage(scan, page.rows, limitedTotal(page.extra ?? 0));
  }
  const isComplete = rows.length < pageSizePlusOne && !scan.after;
  const total = isComplete ? rows.length : await countMatches(database, scan, terms);
  return toPage(scan, rows, limitedTotal(total));
}

/** Each row's number in the order of a scan, from 1. */
export function rowNumber(scan: ScanQuery): SQL {
  return sql`row_number() over (order by ${scanOrder(scan)}) as row_number`;
}

/** A page of matches among the next `limit` rows of the list, and an extra row if the list continues after them. */
function scanStatement(scan: ScanQuery, terms: string[], limit: number): SQL {
  return sql`(
    select book.id, row_number
    from (select *, ${rowNumber(scan)} from ${keysetScan(scan, limit)}) as book
    where ${matchesTerms(books.searchText, terms)}
    order by ${scanOrder(scan)} limit ${pageSizePlusOne}
  ) union all (
    select null, 0 from ${keysetScan(scan, limit + 1)} offset ${limit}
  ) limit ${pageSizePlusOne}`;
}

/**
 * A page of matches that the first scan didn't fill, and an extra row with the number of matches, at most one more than
 * are counted. Common terms get a longer scan; if that doesn't fill the page either, all matches come from the search
 * index and are sorted.
 */
function searchStatement(
  scan: ScanQuery,
  terms: string[],
  { commonFrom, commonScanRows, mayBeCommon }: SearchDepth & { mayBeCommon: boolean },
): SQL {
  const isCommon = mayBeCommon ? certainlyExceeds(commonFrom, matchCondition(scan, terms)) : sql`false`;
  const isFull = sql`(select count(*) from scanned) = ${pageSizePlusOne}`;
  return sql`
    with scanned as materialized (
      select book.id, row_number from (select *, ${rowNumber(scan)} from ${keysetScan(scan, commonScanRows)}) as book
      where ${isCommon} and ${matchesTerms(books.searchText, terms)}
      order by ${scanOrder(scan)} limit ${pageSizePlusOne}
    ),
    match as materialized (${matchesWithSortKeys(scan, terms)} and not ${isFull})
    (select id, row_number from scanned where ${isFull})
    union all (${sortedMatches(scan, pageSizePlusOne)})
    union all (select null, case when ${isFull} then ${exactCountLimit + 1} else (select count(*) from match) end)`;
}

/**
 * All matches in order, if there are at most `exactCountLimit`, and an extra row with their number. If there are more, the
 * number is one more than that and the matches are incomplete.
 */
export function allMatchesStatement(scan: ScanQuery, terms: string[]): SQL {
  return sql`
    with every_match as materialized (${matchesWithSortKeys(scan, terms)}),
    match as materialized (select * from every_match limit ${exactCountLimit + 1})
    (${sortedMatches(scan, exactCountLimit)})
    union all
    (select null, count(*) from match)`;
}

function matchesWithSortKeys(scan: ScanQuery, terms: string[]): SQL {
  const columns = sortKeys(scan).map((key, index) => sql`${key} as ${sortKeyAlias(index)}`);
  const joinGenres =
    scan.sort === "genre" ? sql`inner join ${genres} on ${eq(genres.id, books.genreId)}` : sql``;
  return sql`select ${books.id}, ${sql.join(columns, sql`, `)} from ${books} ${joinGenres}
    where ${indexedMatchCondition(scan, terms)}`;
}

/** The rows of the CTE `match` that follow the scan's position, in order. */
function sortedMatches(scan: ScanQuery, limit: number): SQL {
  const keys = sortKeys(scan).map((_, index) => sortKeyAlias(index));
  const condition =
    scan.after &&
    sql`(${sql.join(keys, sql`, `)}) ${afterOperator(scan.direction)} ${positionRow(scan.sort, scan.after)}`;
  return sql`select id, row_number() over (order by ${orderBy(keys, scan.direction)}) as row_number
    from match where ${condition ?? sql`true`} order by row_number limit ${limit}`;
}

const sortKeyAlias = (index: number) => sql.raw(`key_${index}`);

/** The number of matches, at most one more than are counted. */
async function countMatches(database: Sql, scan: ScanQuery, terms: string[]): Promise<number> {
  const limit = exactCountLimit + 1;
  const { rows } = await database.execute<{ count: string }>(sql`
    with match as materialized (select from ${books} where ${indexedMatchCondition(scan, terms)})
    select case when ${certainlyExceeds(exactCountLimit, matchCondition(scan, terms))} then ${limit} else (
      select count(*) from (select from match limit ${limit}) as counted
    ) end as count`);
  return Number(rows[0]?.count);
}

/** The condition that the list contains a book and that the book matches the terms. */
function matchCondition({ genreId }: ScanQuery, terms: string[]): SQL {
  const inGenre = genreId === undefined ? undefined : eq(books.genreId, genreId);
  return and(matchesTerms(books.searchText, terms), inGenre) ?? sql`true`;
}

/**
 * The same condition for the search indexes. It belongs in a MATERIALIZED query without LIMIT: with one, the planner
 * prefers to read books one by one, because it expects to reach the limit soon.
 */
function indexedMatchCondition(scan: ScanQuery, terms: string[]): SQL {
  return and(matchCondition(scan, terms), hasSymbols(terms)) ?? sql`true`;
}

/** The number of all books, or of a genre's, from the counters that the database maintains. */
async function countBooks(database: Sql, genreId: string | undefined): Promise<BookTotal> {
  const [row] = await database
    .select({ count: sql<number>`coalesce(sum(${bookCounts.books}), 0)`.mapWith(Number) })
    .from(bookCounts)
    .where(genreId === undefined ? undefined : eq(bookCounts.genreId, genreId));
  return { count: row?.count ?? 0, isExact: true };
}

/** Fetches books in order. @param statement selects `id` and `row_number` */
export async function fetchBooks(database: Sql, statement: SQL) {
  const fetched = await database
    .select({ rowNumber: sql<number>`listed.row_number`.mapWith(Number), ...bookColumns })
    .from(sql`(${statement}) as listed`)
    .leftJoin(books, eq(books.id, sql`listed.id`))
    .leftJoin(genres, eq(genres.id, books.genreId))
    .leftJoin(images, eq(images.id, books.coverId));
  const numbered = fetched
    .flatMap(({ rowNumber: number, book, genre, cover }) =>
      book && genre ? [{ number, book: toBook({ book, genre, cover }) }] : [],
    )
    .sort((a, b) => a.number - b.number);
  return {
    rows: numbered.map(({ book }) => book),
    /** The number in the extra row, which has no book. */
    extra: fetched.find(({ book }) => !book)?.rowNumber,
    lastRowNumber: numbered.at(-1)?.number ?? 1,
  };
}

function limitedTotal(count: number): BookTotal {
  return { count: Math.min(count, exactCountLimit), isExact: count <= exactCountLimit };
}

function toPage({ sort }: ScanQuery, rows: Book[], total: BookTotal): BookPage {
  const page = rows.slice(0, bookPageSize);
  const last = rows.length > bookPageSize ? page.at(-1) : undefined;
  return { books: page, next: last ? encodeCursor(sort, last) : null, total };
}
