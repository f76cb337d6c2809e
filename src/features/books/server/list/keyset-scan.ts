import { and, eq, sql, type SQL } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import type { BookListQuery, BookSort } from "../../schema.ts";
import { books, publisherSortKey } from "../../table.ts";
import type { Position } from "./list-position.ts";

/** A list's order, its genre, and the position after which to read. */
export type ScanQuery = Pick<BookListQuery, "sort" | "direction" | "genreId"> & {
  after: Position | undefined;
};

const sortColumns: Record<Exclude<BookSort, "genre">, SQL> = {
  title: sql`${books.title}`,
  author: sql`${books.author}`,
  publisher: publisherSortKey(books.publisher),
  createdAt: sql`${books.createdAt}`,
  updatedAt: sql`${books.updatedAt}`,
};

/** At most `limit` rows that follow a position in a list, for a FROM clause, as `book` (docs/decisions/0012). */
export function keysetScan(query: ScanQuery, limit: number): SQL {
  return query.sort === "genre" ? scanByGenre(query, limit) : scanBooks(query, query.sort, limit);
}

/** ORDER BY for the rows of a `keysetScan`. */
export function scanOrder({ sort, direction }: ScanQuery): SQL {
  const keysWithinGenre = sort === "genre" ? [books.genreId, books.title] : [];
  return orderBy([sql`book.sort_key`, ...keysWithinGenre, books.id], direction);
}

/** The columns that a list is sorted by, for books joined with their genre. */
export function sortKeys({ sort }: ScanQuery): SQL[] {
  return sort === "genre"
    ? [sql`${genres.name}`, sql`${genres.id}`, sql`${books.title}`, sql`${books.id}`]
    : [sortColumns[sort], sql`${books.id}`];
}

/** A position as a row value that can be compared with the sort keys. */
export function positionRow(sort: BookSort, position: Position): SQL {
  const values = position.map((value, index) => {
    // Every second value is an id.
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

/** The operator that compares sort keys with the position before them. */
export function afterOperator(direction: BookListQuery["direction"]): SQL {
  return direction === "ascending" ? sql`>` : sql`<`;
}

function scanBooks(
  { genreId, direction, after }: ScanQuery,
  sort: keyof typeof sortColumns,
  limit: number,
): SQL {
  const keys = [sortColumns[sort], sql`${books.id}`];
  const condition = and(
    genreId === undefined ? undefined : eq(books.genreId, genreId),
    after && sql`(${sql.join(keys, sql`, `)}) ${afterOperator(direction)} ${positionRow(sort, after)}`,
  );
  return sql`(
    select *, ${sortColumns[sort]} as sort_key from ${books}
    where ${condition ?? sql`true`} order by ${orderBy(keys, direction)} limit ${limit}
  ) as book`;
}

/** Scans the genres by name and the books of each genre by title. Genres after the last row are not scanned. */
function scanByGenre({ genreId, direction, after }: ScanQuery, limit: number): SQL {
  const operator = afterOperator(direction);
  const [genreName, afterGenreId, title, id] = after ?? [];
  // No title sorts before this one, so later genres are read from their beginning.
  const firstTitle = direction === "ascending" ? sql`''` : sql`U&'\\FFFF'`;
  const bookCondition =
    after &&
    sql`(${books.title}, ${books.id}) ${operator}
      (case when ${genres.id} = ${afterGenreId}::uuid then ${title}::text else ${firstTitle} end, ${id}::uuid)`;
  const genreCondition = and(
    genreId === undefined ? undefined : eq(genres.id, genreId),
    after && sql`(${genres.name}, ${genres.id}) ${operator}= (${genreName}::text, ${afterGenreId}::uuid)`,
  );
  return sql`(
    select book.*, ${genres.name} as sort_key from ${genres} cross join lateral (
      select * from ${books} where ${and(sql`${books.genreId} = ${genres.id}`, bookCondition)}
      order by ${orderBy([books.title, books.id], direction)} limit ${limit}
    ) as book
    where ${genreCondition ?? sql`true`}
    order by ${orderBy([genres.name, genres.id, books.title, books.id], direction)} limit ${limit}
  ) as book`;
}
