import { desc, eq, inArray, sql } from "drizzle-orm";
import type { WithSubqueryWithSelection } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Sql } from "#server/database/connect.ts";
import { matchesVersion } from "#server/database/matches-version.ts";
import { images } from "#server/files/table.ts";
import { bookColumns, toBook } from "./server/book-columns.ts";
import { latestBooksLimit, type Book, type BulkDeletion, type BookInput, suggestionLimit } from "./schema.ts";
import { bookAuthors, bookPublishers, books, publisherSortKey } from "./table.ts";
import { hasLetterOrDigit, matchesTerms, splitTerms } from "./server/list/search-conditions.ts";

const savedColumns = { ...bookColumns.book, genreId: books.genreId, coverId: books.coverId };

/** The books that were added last, newest first. */
export async function listLatestBooks(database: Sql): Promise<Book[]> {
  const rows = await database
    .select(bookColumns)
    .from(books)
    .innerJoin(genres, eq(genres.id, books.genreId))
    .leftJoin(images, eq(images.id, books.coverId))
    .orderBy(desc(books.createdAt), desc(books.id))
    .limit(latestBooksLimit);
  return rows.map(toBook);
}

export async function findBook(database: Sql, id: string): Promise<Book | undefined> {
  const [book] = await findBooks(database, [id]);
  return book;
}

async function findBooks(database: Sql, ids: string[]): Promise<Book[]> {
  const rows = await database
    .select(bookColumns)
    .from(books)
    .innerJoin(genres, eq(genres.id, books.genreId))
    .leftJoin(images, eq(images.id, books.coverId))
    .where(inArray(books.id, ids));
  return rows.map(toBook);
}

/** @throws where title and author are another book's, or there is no such genre or cover (`violatedConstraint` says which) */
export async function createBook(database: Sql, input: BookInput): Promise<Book> {
  const saved = database.$with("saved").as(database.insert(books).values(input).returning(savedColumns));
  const book = await readSaved(database, saved);
  if (!book) throw new Error("The book was not stored");
  return book;
}

/**
 * Saves a book, unless it is another one by now than was seen: then nothing happens.
 * @throws as `createBook`
 */
export async function updateBook(
  database: Sql,
  ref: VersionedRef,
  input: BookInput,
): Promise<Book | undefined> {
  const saved = database.$with("saved").as(
    database
      .update(books)
      .set({ ...input, updatedAt: sql`now()`, version: sql`${books.version} + 1` })
      .where(matchesVersion(books, ref))
      .returning(savedColumns),
  );
  return await readSaved(database, saved);
}

/** Writes, and gives what was written with its genre and cover: one statement. */
async function readSaved(
  database: Sql,
  saved: WithSubqueryWithSelection<typeof savedColumns, "saved">,
): Promise<Book | undefined> {
  const { genreId, coverId, ...book } = saved._.selectedFields;
  const [row] = await database
    .with(saved)
    .select({ ...bookColumns, book })
    .from(saved)
    .innerJoin(genres, eq(genres.id, genreId))
    .leftJoin(images, eq(images.id, coverId));
  return row && toBook(row);
}

/** Deletes a book, unless it is another one by now than was seen; returns whether it was deleted. */
export async function deleteBook(database: Sql, ref: VersionedRef): Promise<boolean> {
  const deleted = await database.delete(books).where(matchesVersion(books, ref)).returning({ id: books.id });
  return deleted.length > 0;
}

/**
 * Deletes those of the books that still are as they were seen.
 * @param database a transaction: what is said of the others is true at its end
 */
export async function deleteBooks(database: Sql, refs: VersionedRef[]): Promise<BulkDeletion> {
  const ids = [...new Set(refs.map(({ id }) => id))];
  // Locked in one order, so that two who delete the same books don't wait for each other.
  const locked = await database
    .select({ id: books.id, version: books.version })
    .from(books)
    .where(inArray(books.id, ids))
    .orderBy(books.id)
    .for("update");
  const versions = new Map(refs.map(({ id, version }) => [id, version]));
  const changed = locked.filter(({ id, version }) => versions.get(id) !== version).map(({ id }) => id);
  const deleted = locked.filter(({ id }) => !changed.includes(id)).map(({ id }) => id);
  if (deleted.length > 0) await database.delete(books).where(inArray(books.id, deleted));

  const gone = new Set(ids).difference(new Set(locked.map(({ id }) => id)));
  const current = changed.length > 0 ? await findBooks(database, changed) : [];
  return {
    deleted,
    failures: [
      ...[...gone].map((id) => ({ id, code: "NOT_FOUND" as const })),
      ...current.map((book) => ({ id: book.id, code: "VERSION_CONFLICT" as const, current: book })),
    ],
  };
}

const suggested = {
  author: { names: bookAuthors, used: sql`${books.author}` },
  publisher: { names: bookPublishers, used: publisherSortKey(books.publisher) },
};

/**
 * Authors or publishers that books have: first the names that begin with what was typed, then those that have all of its
 * words (`matchesTerms`). At most 10, by walks on indexes that end there.
 */
export async function suggestNames(
  database: Sql,
  field: keyof typeof suggested,
  searchTerm: string,
): Promise<string[]> {
  const { names, used } = suggested[field];
  // Not EXISTS, for which the database may go through all books rather than ask for each of ten names.
  const isUsed = sql`(select true from ${books} where ${used} = ${names.name} limit 1)`;
  const words = splitTerms(searchTerm);
  // Signs alone are in no index of names, and nobody looks for people by them.
  const { rows } = await database.execute<{ name: string }>(sql`
    with beginning as materialized (
      select ${names.name} from ${names}
      where ${names.searchText} ^@ left(' ' || fold_text(${searchTerm.trim()}), 200) and ${isUsed}
      order by ${names.searchText}, ${names.name} limit ${suggestionLimit}
    )
    (select name from beginning)
    union all
    (select ${names.name} from ${names}
      where ${words.some(hasLetterOrDigit) ? matchesTerms(names.searchText, words) : sql`false`} and ${isUsed}
      and ${names.name} not in (select name from beginning))
    limit ${suggestionLimit}`);
  return rows.map(({ name }) => name);
}
