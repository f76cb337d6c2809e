import { asc, eq, sql } from "drizzle-orm";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Sql } from "#server/database/connect.ts";
import { matchesVersion } from "#server/database/matches-version.ts";
import { type GenreWithCount, type GenreInput, genreLimit, type VersionedGenre } from "./schema.ts";
import { bookCounts, genres } from "./table.ts";

const columns = { id: genres.id, name: genres.name, hue: genres.hue, version: genres.version };

/** All genres by name, each with its number of books. */
export async function listGenres(database: Sql): Promise<GenreWithCount[]> {
  return await database
    .select({ ...columns, books: sql<number>`coalesce(sum(${bookCounts.books}), 0)`.mapWith(Number) })
    .from(genres)
    .leftJoin(bookCounts, eq(bookCounts.genreId, genres.id))
    .groupBy(genres.id)
    .orderBy(asc(genres.name), asc(genres.id))
    .limit(genreLimit);
}

/** Creates a genre unless there are `genreLimit`. @throws if another genre has the name (`violatedConstraint`) */
export async function createGenre(
  database: Sql,
  { name, hue }: GenreInput,
): Promise<VersionedGenre | undefined> {
  const { rows } = await database.execute<VersionedGenre>(sql`
    insert into ${genres} (name, hue)
    select ${name}, ${hue}::int where (select count(*) from ${genres}) < ${genreLimit}
    returning id, name, hue, version`);
  return rows[0];
}

/** Updates a genre that is still in the given version; returns undefined otherwise. @throws like `createGenre` */
export async function updateGenre(
  database: Sql,
  ref: VersionedRef,
  change: Partial<GenreInput>,
): Promise<VersionedGenre | undefined> {
  const [genre] = await database
    .update(genres)
    .set({ ...change, updatedAt: sql`now()`, version: sql`${genres.version} + 1` })
    .where(matchesVersion(genres, ref))
    .returning(columns);
  return genre;
}

export async function findGenre(database: Sql, id: string): Promise<VersionedGenre | undefined> {
  const [genre] = await database.select(columns).from(genres).where(eq(genres.id, id));
  return genre;
}

/** A genre, locked for the transaction, so that it stays as it is until the caller's write. */
export async function lockGenre(transaction: Sql, id: string): Promise<VersionedGenre | undefined> {
  const [genre] = await transaction.select(columns).from(genres).where(eq(genres.id, id)).for("update");
  return genre;
}

/** Deletes a genre. @returns it; undefined if there is none @throws if books have it (`violatedConstraint`) */
export async function deleteGenre(database: Sql, id: string): Promise<VersionedGenre | undefined> {
  const [deleted] = await database.delete(genres).where(eq(genres.id, id)).returning(columns);
  return deleted;
}

/** The number of books of a genre. */
export async function countBooksInGenre(database: Sql, id: string): Promise<number> {
  const [row] = await database
    .select({ books: sql<number>`coalesce(sum(${bookCounts.books}), 0)`.mapWith(Number) })
    .from(bookCounts)
    .where(eq(bookCounts.genreId, id));
  return row?.books ?? 0;
}
