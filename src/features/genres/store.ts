import { asc, eq, sql } from "drizzle-orm";
import { bookCounts } from "#features/books/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { type CountedGenre, type Genre, type GenreInput, genreLimit } from "./schema.ts";
import { genres } from "./table.ts";

const columns = { id: genres.id, name: genres.name, hue: genres.hue };

/** All genres by name, each with its number of books. */
export async function listGenres(database: Sql): Promise<CountedGenre[]> {
  return await database
    .select({ ...columns, books: sql<number>`coalesce(sum(${bookCounts.books}), 0)`.mapWith(Number) })
    .from(genres)
    .leftJoin(bookCounts, eq(bookCounts.genreId, genres.id))
    .groupBy(genres.id)
    .orderBy(asc(genres.name), asc(genres.id))
    .limit(genreLimit);
}

/**
 * Adds a genre, unless there are as many as there can be.
 * @throws where another genre has the name (`violatedConstraint` says so)
 */
export async function createGenre(database: Sql, { name, hue }: GenreInput): Promise<Genre | undefined> {
  const { rows } = await database.execute<Genre>(sql`
    insert into ${genres} (name, hue)
    select ${name}, ${hue}::int where (select count(*) from ${genres}) < ${genreLimit}
    returning id, name, hue`);
  return rows[0];
}

/** @throws as `createGenre` */
export async function updateGenre(
  database: Sql,
  id: string,
  change: Partial<GenreInput>,
): Promise<Genre | undefined> {
  const [genre] = await database
    .update(genres)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(genres.id, id))
    .returning(columns);
  return genre;
}

/**
 * Deletes a genre; returns whether there was one.
 * @throws where books have it (`violatedConstraint` says so)
 */
export async function deleteGenre(database: Sql, id: string): Promise<boolean> {
  const deleted = await database.delete(genres).where(eq(genres.id, id)).returning({ id: genres.id });
  return deleted.length > 0;
}

/** How many books have a genre. */
export async function countBooksOf(database: Sql, id: string): Promise<number> {
  const [row] = await database
    .select({ books: sql<number>`coalesce(sum(${bookCounts.books}), 0)`.mapWith(Number) })
    .from(bookCounts)
    .where(eq(bookCounts.genreId, id));
  return row?.books ?? 0;
}
