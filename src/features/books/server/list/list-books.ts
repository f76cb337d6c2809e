import { and, eq, sql, type SQL } from "drizzle-orm";
import { bookCounts, genres } from "#features/genres/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { images } from "#server/files/table.ts";
import { bookColumns, toBook } from "../book-columns.ts";
import {
  bookPageSize,
  exactCountLimit,
  type Book,
  type BookListQuery,
  type BookPage,
  type BookTotal,
} from "#features/books/schema.ts";
import { books } from "#features/books/table.ts";
import { type Position, encodeCursor } from "./cursor.ts";
import { certainlyExceeds } from "./table-sample.ts";
import { hasSymbols, matchesTerms, splitTerms } from "./search-conditions.ts";
import {
  afterOperator,
  orderBy,
  positionRow,
  sortKeys,
  type ScanQuery,
  keysetScan,
  scanOrder,
} from "./keyset-scan.ts";

/** One more than a page tells whether another follows. */
const pageSizePlusOne = bookPageSize + 1;

/** How far a search looks (docs/decisions/0013-bounded-searches.md), in books. */
export type SearchDepth = {
  /** Looked at one by one in the list's order, before anything else: common words fill a page. */
  scanRows: number;
  /** Where surely more books than this have the words, the list is looked through further. */
  commonFrom: number;
  /** Looked at then: they fill the page unless all books with the words lie together somewhere else. */
  commonScanRows: number;
};

const defaultSearchDepth: SearchDepth = {
  scanRows: 5_000,
  commonFrom: exactCountLimit,
  commonScanRows: 50_000,
};

/**
 * A page of books, in two statements. They fetchBooks a bounded number of rows at any depth of the list; with a search, what it
 * sorts is bounded by how many books have its words.
 * @param after where the page begins (`readCursor`)
 */
export async function listBooks(
  database: Sql,
  list: BookListQuery,
  after?: Position,
  reach = defaultSearchDepth,
): Promise<BookPage> {
  const words = splitTerms(list.searchTerm);
  const from = { ...list, after };
  if (words.length > 0) return await searchBooks(database, from, words, reach);
  const [{ found }, total] = await Promise.all([
    fetchBooks(database, sql`select book.id, ${rowNumber(from)} from ${keysetScan(from, pageSizePlusOne)}`),
    countAll(database, list.genreId),
  ]);
  return toPage(from, found, total);
}

async function searchBooks(
  database: Sql,
  list: ScanQuery,
  words: string[],
  reach: SearchDepth,
): Promise<BookPage> {
  const { found, note: isMore } = await fetchBooks(database, lookThrough(list, words, reach.scanRows));
  if (found.length < pageSizePlusOne && isMore !== undefined) {
    const statement = searchOn(list, words, { ...reach, mayBeCommon: found.length > 0 });
    const { found: page, note: count } = await fetchBooks(database, statement);
    return toPage(list, page, limited(count ?? 0));
  }
  const isAll = found.length < pageSizePlusOne && !list.after;
  const total = isAll ? found.length : await countFound(database, list, words);
  return toPage(list, found, limited(total));
}

/** Each book's rowNumber among those of a keysetScan, from 1. */
export function rowNumber(list: ScanQuery): SQL {
  return sql`row_number() over (order by ${scanOrder(list)}) as place`;
}

/** The page, if it is full within the next books of the list; else what there is, and a note if the list goes on. */
function lookThrough(list: ScanQuery, words: string[], reach: number): SQL {
  return sql`(
    select book.id, place
    from (select *, ${rowNumber(list)} from ${keysetScan(list, reach)}) as book
    where ${matchesTerms(books.searchText, words)}
    order by ${scanOrder(list)} limit ${pageSizePlusOne}
  ) union all (
    select null, 0 from ${keysetScan(list, reach + 1)} offset ${reach}
  ) limit ${pageSizePlusOne}`;
}

/**
 * The page, where the next books of the list don't fill it, and as a note how many books have the words, or one more than
 * can be counted. For common words the list is looked through further; other ones, and those whose books lie together
 * farther on, are asked of the index, and all that it finds is sorted.
 */
function searchOn(
  list: ScanQuery,
  words: string[],
  { commonFrom, commonScanRows, mayBeCommon }: SearchDepth & { mayBeCommon: boolean },
): SQL {
  const isCommon = mayBeCommon ? certainlyExceeds(commonFrom, matches(list, words)) : sql`false`;
  const isFull = sql`(select count(*) from walked) = ${pageSizePlusOne}`;
  return sql`
    with walked as materialized (
      select book.id, place from (select *, ${rowNumber(list)} from ${keysetScan(list, commonScanRows)}) as book
      where ${isCommon} and ${matchesTerms(books.searchText, words)}
      order by ${scanOrder(list)} limit ${pageSizePlusOne}
    ),
    hit as materialized (${withKeys(list, words)} and not ${isFull})
    (select id, place from walked where ${isFull})
    union all (${inOrder(list, sql`hit`, pageSizePlusOne)})
    union all (select null, case when ${isFull} then ${exactCountLimit + 1} else (select count(*) from hit) end)`;
}

/**
 * The books that have the words, in order, and as a note how many they are, up to one more than can be counted: where
 * they are that many, these are only some.
 */
export function sortMatches(list: ScanQuery, words: string[]): SQL {
  return sql`
    with found as materialized (${withKeys(list, words)}),
    hit as materialized (select * from found limit ${exactCountLimit + 1})
    (${inOrder(list, sql`hit`, exactCountLimit)})
    union all
    (select null, count(*) from hit)`;
}

/** The books that have the words, with what the list is orderBy by. */
function withKeys(list: ScanQuery, words: string[]): SQL {
  const columns = sortKeys(list).map((key, index) => sql`${key} as ${keyName(index)}`);
  return sql`select ${books.id}, ${sql.join(columns, sql`, `)} from ${books} ${
    list.sort === "genre" ? sql`inner join ${genres} on ${eq(genres.id, books.genreId)}` : sql``
  } where ${hits(list, words)}`;
}

/** Of books with their keys, those that the list goes on with. */
function inOrder(list: ScanQuery, from: SQL, limit: number): SQL {
  const names = sortKeys(list).map((_, index) => keyName(index));
  const beyond =
    list.after &&
    sql`(${sql.join(names, sql`, `)}) ${afterOperator(list.direction)} ${positionRow(list.sort, list.after)}`;
  return sql`select id, row_number() over (order by ${orderBy(names, list.direction)}) as place
    from ${from} where ${beyond ?? sql`true`} order by place limit ${limit}`;
}

const keyName = (index: number) => sql.raw(`key_${index}`);

/** How many books have the words, or one more than can be counted. */
async function countFound(database: Sql, list: ScanQuery, words: string[]): Promise<number> {
  const most = exactCountLimit + 1;
  const { rows } = await database.execute<{ count: string }>(sql`
    with found as materialized (select from ${books} where ${hits(list, words)})
    select case when ${certainlyExceeds(exactCountLimit, matches(list, words))} then ${most} else (
      select count(*) from (select from found limit ${most}) as counted
    ) end as count`);
  return Number(rows[0]?.count);
}

/** That the list has a book, and that the book has the words. */
function matches({ genreId }: ScanQuery, words: string[]): SQL {
  const inGenre = genreId === undefined ? undefined : eq(books.genreId, genreId);
  return and(matchesTerms(books.searchText, words), inGenre) ?? sql`true`;
}

/**
 * The same, as it is asked of the indexes: in a `materialized` part of its own and without a limit there, with which the
 * planner would hope to come upon that many soon, and fetchBooks books one by one.
 */
function hits(list: ScanQuery, words: string[]): SQL {
  return and(matches(list, words), hasSymbols(words)) ?? sql`true`;
}

/** All books, or all of a genre, as the database counts them with every write. */
async function countAll(database: Sql, genreId: string | undefined): Promise<BookTotal> {
  const [row] = await database
    .select({ count: sql<number>`coalesce(sum(${bookCounts.books}), 0)`.mapWith(Number) })
    .from(bookCounts)
    .where(genreId === undefined ? undefined : eq(bookCounts.genreId, genreId));
  return { count: row?.count ?? 0, isExact: true };
}

type Reading = {
  /** In the list's order. */
  found: Book[];
  /** The number in a row without a book. */
  note: number | undefined;
  lastPlace: number;
};

/** Reads books. @param places a query for ids, each with its rowNumber in the list */
export async function fetchBooks(database: Sql, places: SQL): Promise<Reading> {
  const rows = await database
    .select({ place: sql<number>`found.place`.mapWith(Number), ...bookColumns })
    .from(sql`(${places}) as found`)
    .leftJoin(books, eq(books.id, sql`found.id`))
    .leftJoin(genres, eq(genres.id, books.genreId))
    .leftJoin(images, eq(images.id, books.coverId));
  const withBook = rows
    .flatMap(({ place, book, genre, cover }) =>
      book && genre ? [{ place, book: toBook({ book, genre, cover }) }] : [],
    )
    .sort((a, b) => a.place - b.place);
  return {
    found: withBook.map(({ book }) => book),
    note: rows.find(({ book }) => !book)?.place,
    lastPlace: withBook.at(-1)?.place ?? 1,
  };
}

function limited(count: number): BookTotal {
  return { count: Math.min(count, exactCountLimit), isExact: count <= exactCountLimit };
}

function toPage({ sort }: ScanQuery, found: Book[], total: BookTotal): BookPage {
  const page = found.slice(0, bookPageSize);
  const last = found.length > bookPageSize ? page.at(-1) : undefined;
  return { books: page, next: last ? encodeCursor(sort, last) : null, total };
}
