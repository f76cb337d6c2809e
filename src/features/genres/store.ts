import { asc, eq, sql } from "drizzle-orm";
import { plainRecords } from "#resource/server/plain-records.ts";
import type { Sql } from "#server/database/connect.ts";
import { preparedStatement } from "#server/database/prepared.ts";
import { type GenreWithCount, genreLimit } from "./schema.ts";
import { bookCounts, genres } from "./table.ts";

const columns = {
  id: genres.id,
  name: genres.name,
  hue: genres.hue,
  updatedAt: genres.updatedAt,
  version: genres.version,
};

const selectGenres = preparedStatement("list genres", (database) =>
  database
    .select({ ...columns, books: sql<number>`coalesce(sum(${bookCounts.count}), 0)`.mapWith(Number) })
    .from(genres)
    .leftJoin(bookCounts, eq(bookCounts.genreId, genres.id))
    .groupBy(genres.id)
    .orderBy(asc(genres.name), asc(genres.id))
    .limit(genreLimit),
);

/** All genres by name, each with its number of books. */
export async function listGenres(database: Sql): Promise<GenreWithCount[]> {
  return await selectGenres(database, {});
}

/** Those of the genres that exist. */
export const findGenres = plainRecords(genres, columns).find;

/** The number of genres. */
export async function countGenres(database: Sql): Promise<number> {
  return await database.$count(genres);
}

/** The number of books of a genre. */
export async function countBooksInGenre(database: Sql, id: string): Promise<number> {
  const [row] = await database
    .select({ books: sql<number>`coalesce(sum(${bookCounts.count}), 0)`.mapWith(Number) })
    .from(bookCounts)
    .where(eq(bookCounts.genreId, id));
  return row?.books ?? 0;
}
