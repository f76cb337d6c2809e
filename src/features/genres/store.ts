import { and, asc, eq, sql } from "drizzle-orm";
import { bookCounts } from "#features/books/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { type CountedGenre, type GenreInput, genreLimit, type SavedGenre, type SeenGenre } from "./schema.ts";
import { genres } from "./table.ts";

const columns = { id: genres.id, name: genres.name, hue: genres.hue, version: genres.version };

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
export async function createGenre(database: Sql, { name, hue }: GenreInput): Promise<SavedGenre | undefined> {
  const { rows } = await database.execute<SavedGenre>(sql`
    insert into ${genres} (name, hue)
    select ${name}, ${hue}::int where (select count(*) from ${genres}) < ${genreLimit}
    returning id, name, hue, version`);
  return rows[0];
}

/**
 * Saves a genre, unless it is another one by now than was seen: then nothing happens.
 * @throws as `createGenre`
 */
export async function updateGenre(
  database: Sql,
  { id, version }: SeenGenre,
  change: Partial<GenreInput>,
): Promise<SavedGenre | undefined> {
  const [genre] = await database
    .update(genres)
    .set({ ...change, updatedAt: sql`now()`, version: sql`${genres.version} + 1` })
    .where(and(eq(genres.id, id), eq(genres.version, version)))
    .returning(columns);
  return genre;
}

export async function findGenre(database: Sql, id: string): Promise<SavedGenre | undefined> {
  const [genre] = await database.select(columns).from(genres).where(eq(genres.id, id));
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
