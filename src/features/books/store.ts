import { desc, eq, inArray, sql } from "drizzle-orm";
import type { WithSubqueryWithSelection } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";
import { blanksLast } from "#resource/server/list/sorts.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Sql } from "#server/database/connect.ts";
import { matchesVersion } from "#server/database/matches-version.ts";
import { images } from "#server/files/table.ts";
import { latestBooksLimit, type Book, type BulkDeletion, type BookInput, suggestionLimit } from "./schema.ts";
import { bookAuthors, bookPublishers, books } from "./table.ts";
import { hasLetterOrDigit, matchesTerms, splitTerms } from "#resource/server/list/search-conditions.ts";

/** The columns of a book, its genre and its cover, which is left joined. */
export const bookColumns = {
  book: {
    id: books.id,
    title: books.title,
    author: books.author,
    publisher: books.publisher,
    createdAt: books.createdAt,
    updatedAt: books.updatedAt,
    version: books.version,
  },
  genre: { id: genres.id, name: genres.name, hue: genres.hue },
  cover: { id: images.id, width: images.width, height: images.height, widths: images.widths },
};

type BookRow = { book: Omit<Book, "genre" | "cover"> } & Pick<Book, "genre" | "cover">;

/** Converts a row of `bookColumns`. */
export const toBook = ({ book, genre, cover }: BookRow): Book => ({ ...book, genre, cover });

const savedColumns = { ...bookColumns.book, genreId: books.genreId, coverId: books.coverId };

/** The books that were added last, newest first. */
export async function listLatestBooks(database: Sql): Promise<Book[]> {
  const rows = await selectBooks(database)
    .orderBy(desc(books.createdAt), desc(books.id))
    .limit(latestBooksLimit);
  return rows.map(toBook);
}

export async function findBook(database: Sql, id: string): Promise<Book | undefined> {
  const [row] = await selectBooks(database).where(eq(books.id, id));
  return row && toBook(row);
}

function selectBooks(database: Sql) {
  return database
    .select(bookColumns)
    .from(books)
    .innerJoin(genres, eq(genres.id, books.genreId))
    .leftJoin(images, eq(images.id, books.coverId));
}

/** A book, locked for the transaction, so that it stays as it is until the caller's write. */
export async function lockBook(transaction: Sql, id: string): Promise<Book | undefined> {
  const [row] = await selectBooks(transaction).where(eq(books.id, id)).for("update", { of: books });
  return row && toBook(row);
}

/** @throws if another book has the title and author, or the genre or cover doesn't exist (`violatedConstraint`) */
export async function createBook(database: Sql, input: BookInput): Promise<Book> {
  const saved = database.$with("saved").as(database.insert(books).values(input).returning(savedColumns));
  const book = await fetchSaved(database, saved);
  if (!book) throw new Error("The book was not stored");
  return book;
}

/** Updates a book that is still in the given version; returns undefined otherwise. @throws like `createBook` */
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
  return await fetchSaved(database, saved);
}

/** Runs a write and returns the book with its genre and cover, in one statement. */
async function fetchSaved(
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

/** Deletes a book that is still in the given version; returns whether it was deleted. */
export async function deleteBook(database: Sql, ref: VersionedRef): Promise<boolean> {
  const deleted = await database.delete(books).where(matchesVersion(books, ref)).returning({ id: books.id });
  return deleted.length > 0;
}

/**
 * Deletes the books that are still in the given versions.
 * @param transaction so that the rows stay locked
 * @returns the deleted books, and why the others were not deleted
 */
export async function deleteBooks(
  transaction: Sql,
  refs: VersionedRef[],
): Promise<{ deleted: Book[]; failures: BulkDeletion["failures"] }> {
  const ids = [...new Set(refs.map(({ id }) => id))];
  // Locked in one order, so that concurrent deletions can't deadlock.
  const rows = await selectBooks(transaction)
    .where(inArray(books.id, ids))
    .orderBy(books.id)
    .for("update", { of: books });
  const locked = rows.map(toBook);
  const versions = new Map(refs.map(({ id, version }) => [id, version]));
  const deleted = locked.filter(({ id, version }) => versions.get(id) === version);
  const deletedIds = deleted.map(({ id }) => id);
  if (deletedIds.length > 0) await transaction.delete(books).where(inArray(books.id, deletedIds));

  const missing = new Set(ids).difference(new Set(locked.map(({ id }) => id)));
  const changed = locked.filter((book) => !deleted.includes(book));
  return {
    deleted,
    failures: [
      ...[...missing].map((id) => ({ id, code: "NOT_FOUND" as const })),
      ...changed.map((book) => ({ id: book.id, code: "VERSION_CONFLICT" as const, current: book })),
    ],
  };
}

const suggestionSources = {
  author: { names: bookAuthors, bookColumn: sql`${books.author}` },
  publisher: { names: bookPublishers, bookColumn: blanksLast(books.publisher) },
};

/** Authors or publishers of books: first the names that begin with the search term, then those that match all its terms. */
export async function suggestNames(
  database: Sql,
  field: keyof typeof suggestionSources,
  searchTerm: string,
): Promise<string[]> {
  const { names, bookColumn } = suggestionSources[field];
  // Not EXISTS: the planner might scan all books instead of looking up each name.
  const isUsed = sql`(select true from ${books} where ${bookColumn} = ${names.name} limit 1)`;
  const terms = splitTerms(searchTerm);
  // The indexes of names contain no symbols.
  const { rows } = await database.execute<{ name: string }>(sql`
    with prefix_match as materialized (
      select ${names.name} from ${names}
      where ${names.searchText} ^@ left(' ' || fold_text(${searchTerm.trim()}), 200) and ${isUsed}
      order by ${names.searchText}, ${names.name} limit ${suggestionLimit}
    )
    (select name from prefix_match)
    union all
    (select ${names.name} from ${names}
      where ${terms.some(hasLetterOrDigit) ? matchesTerms(names.searchText, terms) : sql`false`} and ${isUsed}
      and ${names.name} not in (select name from prefix_match))
    limit ${suggestionLimit}`);
  return rows.map(({ name }) => name);
}
