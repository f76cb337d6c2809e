import { sql, type SQL } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";
import { recordColumns, textChecks } from "#resource/server/columns.ts";
import { blanksLast } from "#resource/server/list/sorts.ts";
import { orderedText, plainText } from "#server/database/columns.ts";
import { images } from "#server/files/table.ts";
import { bookLimits } from "./schema.ts";

/**
 * Books. Title and author together are unique, ignoring case; texts are stored normalized (Unicode NFC, no surrounding
 * or repeated spaces). Each sort order has an index for all books and one within a genre (docs/decisions/0012).
 */
export const books = pgTable(
  "book",
  {
    ...recordColumns,
    title: orderedText("title").notNull(),
    author: orderedText("author").notNull(),
    genreId: uuid("genre_id")
      .notNull()
      .references(() => genres.id, { onDelete: "restrict" }),
    publisher: orderedText("publisher"),
    /** Null for a generated cover. */
    coverId: text("cover_id").references(() => images.id, { onDelete: "restrict" }),
    /** The text that searches match: a space precedes each word, and title and author are on separate lines. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`' ' || fold_text(title || E'\\n ' || author)`),
  },
  (book) => [
    uniqueIndex("book_title_author_unique").on(
      sql`lower(${book.title} collate "und-x-icu")`,
      sql`lower(${book.author} collate "und-x-icu")`,
    ),
    index("book_title_order").on(book.title, book.id),
    index("book_author_order").on(book.author, book.id),
    index("book_publisher_order").on(blanksLast(book.publisher), book.id),
    index("book_created_order").on(book.createdAt, book.id),
    index("book_updated_order").on(book.updatedAt, book.id),
    index("book_genre_title_order").on(book.genreId, book.title, book.id),
    index("book_genre_author_order").on(book.genreId, book.author, book.id),
    index("book_genre_publisher_order").on(book.genreId, blanksLast(book.publisher), book.id),
    index("book_genre_created_order").on(book.genreId, book.createdAt, book.id),
    index("book_genre_updated_order").on(book.genreId, book.updatedAt, book.id),
    index("book_cover")
      .on(book.coverId)
      .where(sql`${book.coverId} is not null`),
    // No pending list, since every search would have to scan it.
    index("book_search").using("gin", book.searchText.op("gin_trgm_ops")).with({ fastupdate: false }),
    index("book_search_signs")
      .using("gin", sql`search_signs(${book.searchText})`)
      .with({ fastupdate: false }),
    ...textChecks("book_title", book.title, bookLimits.title),
    ...textChecks("book_author", book.author, bookLimits.author),
    ...textChecks("book_publisher", book.publisher, bookLimits.publisher),
  ],
);

/**
 * The authors and publishers that books have or once had, for suggestions. A trigger on `book` adds names; unused ones stay,
 * because removing them would make writers wait for each other, so queries check whether a book still has the name.
 */
export const bookAuthors = nameTable("book_author");
export const bookPublishers = nameTable("book_publisher");

function nameTable(table: string) {
  return pgTable(
    table,
    {
      name: orderedText("name").primaryKey(),
      searchText: plainText("search_text")
        .notNull()
        .generatedAlwaysAs((): SQL => sql`left(' ' || fold_text(name), 200)`),
    },
    (name) => [
      index(`${table}_beginning`).on(name.searchText, name.name),
      index(`${table}_search`).using("gin", name.searchText.op("gin_trgm_ops")).with({ fastupdate: false }),
    ],
  );
}
