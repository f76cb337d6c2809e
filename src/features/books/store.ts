import { and, desc, eq, ne, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";
import { blanksLast } from "#resource/server/list/sorts.ts";
import {
  hasSymbolsAndLetters,
  indexOf,
  matchesTerms,
  splitTerms,
} from "#resource/server/list/search-conditions.ts";
import type { Sql } from "#server/database/connect.ts";
import { preparedStatement, selectById } from "#server/database/prepared.ts";
import { imageColumns, images } from "#server/images/table.ts";
import { carouselLimit } from "./limits.ts";
import {
  type Book,
  type BooksByGenre,
  type RelatedBooks,
  suggestionLimit,
  topGenresLimit,
} from "./schema.ts";
import { bookAuthors, bookCounts, bookPublishers, books } from "./table.ts";

/** The columns of a book and of what is joined. */
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
  cover: imageColumns, // optional: images
};

type BookRow = Awaited<ReturnType<typeof selectBooks>>[number];

export function toBook(row: BookRow): Book {
  return {
    ...row.book,
    genre: row.genre,
    cover: row.cover, // optional: images
  };
}

/** The books that were added last, newest first. */
export async function listLatestBooks(database: Sql): Promise<Book[]> {
  return (await latestBooks(database, {})).map(toBook);
}

const latestBooks = preparedStatement("list latest books", (database) =>
  selectBooks(database).orderBy(desc(books.createdAt), desc(books.id)).limit(carouselLimit),
);

/** Those of the books that exist. */
export async function findBooks(database: Sql, ids: readonly string[]): Promise<Book[]> {
  return (await booksById(database, ids)).map(toBook);
}

const booksById = selectById("find book", books.id, (database, isWanted) =>
  selectBooks(database).where(isWanted),
);

/** Other books by the author of a book, and the newest of its genre by others, in two statements. */
export async function listRelatedBooks(database: Sql, id: string): Promise<RelatedBooks> {
  const [byAuthor, inGenre] = await Promise.all([
    selectBooks(database)
      .where(and(eq(books.author, valueOf(id, books.author)), ne(books.id, id)))
      .orderBy(books.id)
      .limit(carouselLimit),
    // More than a carousel: the author's are removed afterwards, since the index knows only the genre.
    selectBooks(database)
      .where(and(eq(books.genreId, valueOf(id, books.genreId)), ne(books.id, id)))
      .orderBy(desc(books.createdAt), desc(books.id))
      .limit(2 * carouselLimit),
  ]);
  const authors = new Set(byAuthor.map(({ book }) => book.author));
  const byOthers = inGenre.filter(({ book }) => !authors.has(book.author));
  return { byAuthor: byAuthor.map(toBook), inGenre: byOthers.slice(0, carouselLimit).map(toBook) };
}

// optional: dashboard
/** The genres with most books, and how many books the others have, in one statement. */
export async function countBooksByGenre(database: Sql): Promise<BooksByGenre> {
  const count = sql`sum(${bookCounts.count})`;
  const rows = await database
    .select({
      id: genres.id,
      name: genres.name,
      hue: genres.hue,
      books: count.mapWith(Number),
      allBooks: sql`sum(${count}) over ()`.mapWith(Number),
      allGenres: sql`count(*) over ()`.mapWith(Number),
    })
    .from(genres)
    .innerJoin(bookCounts, eq(bookCounts.genreId, genres.id))
    .groupBy(genres.id)
    .having(sql`${count} > 0`)
    .orderBy(desc(count), genres.name, genres.id)
    .limit(topGenresLimit);
  const [first] = rows;
  const shown = rows.reduce((total, row) => total + row.books, 0);
  return {
    top: rows.map(({ allBooks: _, allGenres: __, ...genre }) => genre),
    others: { genres: (first?.allGenres ?? 0) - rows.length, books: (first?.allBooks ?? 0) - shown },
  };
}

// end: dashboard
/** A column of one book, as a subquery. */
function valueOf(id: string, column: AnyPgColumn): SQL {
  return sql`(select ${column} from ${books} where ${books.id} = ${id})`;
}

function selectBooks(database: Sql) {
  return database
    .select(bookColumns)
    .from(books)
    .leftJoin(images, eq(images.id, books.coverId)) // optional: images
    .innerJoin(genres, eq(genres.id, books.genreId));
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
  // The indexes of names contain no symbols.
  const terms = splitTerms(searchTerm);
  const indexed = terms.filter((term) => indexOf(term) !== "symbols");
  const matches = and(matchesTerms(names.searchText, terms), hasSymbolsAndLetters(names.searchText, indexed));
  const { rows } = await database.execute<{ name: string }>(sql`
    with prefix_match as materialized (
      select ${names.name} from ${names}
      where ${names.searchText} ^@ left(' ' || fold_text(${searchTerm.trim()}), 200) and ${isUsed}
      order by ${names.searchText}, ${names.name} limit ${suggestionLimit}
    )
    (select name from prefix_match)
    union all
    (select ${names.name} from ${names}
      where ${indexed.length > 0 ? matches : sql`false`} and ${isUsed}
      and ${names.name} not in (select name from prefix_match))
    limit ${suggestionLimit}`);
  return rows.map(({ name }) => name);
}
