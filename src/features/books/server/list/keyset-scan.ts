import { and, eq, sql, type SQL } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import type { BookListQuery, BookSort } from "#features/books/schema.ts";
import { books, publisherSortKey } from "#features/books/table.ts";
import type { Position } from "./cursor.ts";

/** What a keysetScan through a list looks at. */
export type ScanQuery = Pick<BookListQuery, "sort" | "direction" | "genreId"> & {
  after: Position | undefined;
};

const plainKeys: Record<Exclude<BookSort, "genre">, SQL> = {
  title: sql`${books.title}`,
  author: sql`${books.author}`,
  publisher: publisherSortKey(books.publisher),
  createdAt: sql`${books.createdAt}`,
  updatedAt: sql`${books.updatedAt}`,
};

/**
 * A list's books in its order, as a part of a FROM clause named `book`: read from an index, from wherever the list goes
 * on, and no further than `limit`.
 */
export function keysetScan(list: ScanQuery, limit: number): SQL {
  return list.sort === "genre" ? scanByGenre(list, limit) : scanBooks(list, list.sort, limit);
}

/** What a list is orderBy by, of the books that a `keysetScan` gives. */
export function scanOrder({ sort, direction }: ScanQuery): SQL {
  const withinGenres = sort === "genre" ? [books.genreId, books.title] : [];
  return orderBy([sql`book.sort_key`, ...withinGenres, books.id], direction);
}

/** The columns of the list's order, of books with their genre. */
export function sortKeys({ sort }: ScanQuery): SQL[] {
  return sort === "genre"
    ? [sql`${genres.name}`, sql`${genres.id}`, sql`${books.title}`, sql`${books.id}`]
    : [plainKeys[sort], sql`${books.id}`];
}

/** A position as a row to compare a list's keys with. */
export function positionRow(sort: BookSort, position: Position): SQL {
  const values = position.map((value, index) => {
    // Ids stand at each second place.
    if (index % 2 === 1) return sql`${value}::uuid`;
    if (sort === "publisher") return publisherSortKey(sql`${value}::text`);
    return sort === "createdAt" || sort === "updatedAt" ? sql`${value}::timestamptz` : sql`${value}::text`;
  });
  return sql`(${sql.join(values, sql`, `)})`;
}

export function orderBy(keys: unknown[], direction: BookListQuery["direction"]): SQL {
  return sql.join(
    keys.map((key) => (direction === "ascending" ? sql`${key}` : sql`${key} desc`)),
    sql`, `,
  );
}

/** The comparison that leads on in a list. */
export function afterOperator(direction: BookListQuery["direction"]): SQL {
  return direction === "ascending" ? sql`>` : sql`<`;
}

function scanBooks(list: ScanQuery, sort: keyof typeof plainKeys, limit: number): SQL {
  const keys = [plainKeys[sort], sql`${books.id}`];
  const { genreId, direction, after } = list;
  const conditions = and(
    genreId === undefined ? undefined : eq(books.genreId, genreId),
    after && sql`(${sql.join(keys, sql`, `)}) ${afterOperator(direction)} ${positionRow(sort, after)}`,
  );
  return sql`(
    select *, ${plainKeys[sort]} as sort_key from ${books} where ${conditions ?? sql`true`} order by ${orderBy(keys, direction)} limit ${limit}
  ) as book`;
}

/**
 * One genre after the other, in the order of their names, and in each its books by title: as many short walks on one
 * index as there are genres, of which those after the page are never begun.
 */
function scanByGenre({ genreId, direction, after }: ScanQuery, limit: number): SQL {
  const onwards = afterOperator(direction);
  const [genreName, afterGenre, title, id] = after ?? [];
  // Where no title can stand: all books of a genre that the list has not come to lie beyond.
  const beginning = direction === "ascending" ? sql`''` : sql`U&'\\FFFF'`;
  const beyond =
    after &&
    sql`(${books.title}, ${books.id}) ${onwards} (case when ${genres.id} = ${afterGenre}::uuid then ${title}::text else ${beginning} end, ${id}::uuid)`;
  const genreConditions = and(
    genreId === undefined ? undefined : eq(genres.id, genreId),
    after && sql`(${genres.name}, ${genres.id}) ${onwards}= (${genreName}::text, ${afterGenre}::uuid)`,
  );
  return sql`(
    select book.*, ${genres.name} as sort_key from ${genres} cross join lateral (
      select * from ${books} where ${and(sql`${books.genreId} = ${genres.id}`, beyond)}
      order by ${orderBy([books.title, books.id], direction)} limit ${limit}
    ) as book
    where ${genreConditions ?? sql`true`}
    order by ${orderBy([genres.name, genres.id, books.title, books.id], direction)} limit ${limit}
  ) as book`;
}
