import { and, eq, sql, type SQL } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { images } from "#server/files/table.ts";
import { bookColumns, toBook } from "../columns.ts";
import {
  bookPageSize,
  countLimit,
  type Book,
  type BookList,
  type BookPage,
  type BookTotal,
} from "../schema.ts";
import { bookCounts, books } from "../table.ts";
import { type Position, writeCursor } from "./cursor.ts";
import { hasSigns, hasWords, wordsOf } from "./search.ts";
import { onward, ordered, positionRow, sortKeys, type Walk, walk, walkOrder } from "./walk.ts";

/** One more than a page tells whether another follows. */
const pageAndOne = bookPageSize + 1;

/** How far a search looks (docs/decisions/0013-bounded-searches.md), in books. */
export type Reach = {
  /** Looked at one by one in the list's order, before the index of trigrams is asked: common words fill a page. */
  first: number;
  /** At most sorted: words of more are looked for in the list's order once more. */
  sorted: number;
  /** Looked at then: they fill the page unless all books with the words lie together somewhere else. */
  onwards: number;
};

const usualReach: Reach = { first: 5_000, sorted: countLimit, onwards: 100_000 };

/** How many books are counted one by one where words are common, and how common they must be for that. */
const countedOneByOne = 100_000;
const commonShare = 0.2;

/**
 * A page of books. Each statement reads a bounded number of rows, at any depth of the list: two statements, and with a
 * search never more.
 * @param after where the page begins (`readCursor`)
 */
export async function listBooks(
  database: Sql,
  list: BookList,
  after?: Position,
  reach = usualReach,
): Promise<BookPage> {
  const words = wordsOf(list.searchTerm);
  const from = { ...list, after };
  if (words.length > 0) return await searchBooks(database, from, words, reach);
  const [{ found }, total] = await Promise.all([
    read(database, sql`select book.id, ${place(from)} from ${walk(from, pageAndOne)}`),
    countAll(database, list.genreId),
  ]);
  return toPage(from, found, total);
}

async function searchBooks(database: Sql, list: Walk, words: string[], reach: Reach): Promise<BookPage> {
  const { found, note: isMore, lastPlace } = await read(database, lookThrough(list, words, reach.first));
  if (found.length < pageAndOne && isMore !== undefined) {
    const sorted = await read(database, searchOn(list, words, reach));
    return toPage(list, sorted.found, limited(sorted.note ?? 0));
  }
  const isAll = found.length < pageAndOne && !list.after;
  const total = isAll ? found.length : await countFound(database, list, words, found.length / lastPlace);
  return toPage(list, found, limited(total));
}

/** Each book's place among those of a walk, from 1. */
export function place(list: Walk): SQL {
  return sql`row_number() over (order by ${walkOrder(list)}) as place`;
}

/** The page, if it is full within the next books of the list; else what there is, and a note if the list goes on. */
function lookThrough(list: Walk, words: string[], reach: number): SQL {
  return sql`(
    select book.id, place
    from (select *, ${place(list)} from ${walk(list, reach)}) as book
    where ${hasWords(books.searchText, words)}
    order by ${walkOrder(list)} limit ${pageAndOne}
  ) union all (
    select null, 0 from ${walk(list, reach + 1)} offset ${reach}
  ) limit ${pageAndOne}`;
}

/**
 * The page, where the next books of the list don't fill it, and as a note how many books have the words, up to one more
 * than are sorted. Words of few books: those are sorted. Common ones: the list is looked through further, and only where
 * that fills no page, all books that have them are sorted.
 */
function searchOn(list: Walk, words: string[], { sorted, onwards }: Reach): SQL {
  const most = sorted + 1;
  const isCommon = sql`(select count(*) from hit) = ${most}`;
  const isFull = sql`(select count(*) from walked) = ${pageAndOne}`;
  return sql`
    with hit as materialized (${withKeys(list, words)} limit ${most}),
    walked as materialized (
      select book.id, place from (select *, ${place(list)} from ${walk(list, onwards)}) as book
      where ${isCommon} and ${hasWords(books.searchText, words)}
      order by ${walkOrder(list)} limit ${pageAndOne}
    )
    (${inOrder(list, sql`(select * from hit where not ${isCommon}) as few`, pageAndOne)})
    union all (select id, place from walked where ${isFull})
    union all (${inOrder(list, sql`(${withKeys(list, words)} and ${isCommon} and not ${isFull}) as every`, pageAndOne)})
    union all (select null, count(*) from hit)`;
}

/**
 * The books that have the words, in order, and as a note how many they are, up to one more than can be counted: where
 * they are that many, these are only some.
 */
export function sortFew(list: Walk, words: string[]): SQL {
  return sql`
    with hit as materialized (${withKeys(list, words)} limit ${countLimit + 1})
    (${inOrder(list, sql`hit`, countLimit)})
    union all
    (select null, count(*) from hit)`;
}

/** The books that have the words, with what the list is ordered by. */
function withKeys(list: Walk, words: string[]): SQL {
  const columns = sortKeys(list).map((key, index) => sql`${key} as ${keyName(index)}`);
  return sql`select ${books.id}, ${sql.join(columns, sql`, `)} from ${books} ${
    list.sort === "genre" ? sql`inner join ${genres} on ${eq(genres.id, books.genreId)}` : sql``
  } where ${hits(list, words)}`;
}

/** Of books with their keys, those that the list goes on with. */
function inOrder(list: Walk, from: SQL, limit: number): SQL {
  const names = sortKeys(list).map((_, index) => keyName(index));
  const beyond =
    list.after &&
    sql`(${sql.join(names, sql`, `)}) ${onward(list.direction)} ${positionRow(list.sort, list.after)}`;
  return sql`select id, row_number() over (order by ${ordered(names, list.direction)}) as place
    from ${from} where ${beyond ?? sql`true`} order by place limit ${limit}`;
}

const keyName = (index: number) => sql.raw(`key_${index}`);

/**
 * How many books have the words, up to one more than the limit.
 * @param share how many of the books that were looked at do
 */
async function countFound(database: Sql, list: Walk, words: string[], share: number): Promise<number> {
  const most = countLimit + 1;
  const byIndex = sql`select count(*) from (
    select from ${books} where ${hits(list, words)} limit ${most}
  ) as counted`;
  const newest = {
    genreId: list.genreId,
    sort: "createdAt",
    direction: "ascending",
    after: undefined,
  } as const;
  // Common where it was looked may be rare elsewhere: then the index is asked after all.
  const oneByOne = sql`
    select case when books < ${most} then (${byIndex}) else books end from (select count(*) as books from (
      select from ${walk(newest, countedOneByOne)} where ${hasWords(books.searchText, words)} limit ${most}
    ) as counted) as seen`;
  const { rows } = await database.execute<{ count: string }>(
    sql`select (${share < commonShare ? byIndex : oneByOne}) as count`,
  );
  return Number(rows[0]?.count);
}

/** What the index of trigrams is asked for. */
function hits({ genreId }: Walk, words: string[]): SQL {
  const inGenre = genreId === undefined ? undefined : eq(books.genreId, genreId);
  return and(hasWords(books.searchText, words), hasSigns(words), inGenre) ?? sql`true`;
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

/** Reads books. @param places a query for ids, each with its place in the list */
export async function read(database: Sql, places: SQL): Promise<Reading> {
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
  return { count: Math.min(count, countLimit), isExact: count <= countLimit };
}

function toPage({ sort }: Walk, found: Book[], total: BookTotal): BookPage {
  const page = found.slice(0, bookPageSize);
  const last = found.length > bookPageSize ? page.at(-1) : undefined;
  return { books: page, next: last ? writeCursor(sort, last) : null, total };
}
