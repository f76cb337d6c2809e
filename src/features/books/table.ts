import { sql, type SQL } from "drizzle-orm";
import { index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";
import { recordColumns, textChecks } from "#resource/server/columns.ts";
import { countTable } from "#resource/server/list/count-table.ts";
import {
  lettersIndex,
  orderIndexes,
  searchIndexes,
  searchTextColumn,
} from "#resource/server/list/columns.ts";
import { blanksLast } from "#resource/server/list/sorts.ts";
import { orderedText, plainText } from "#server/database/columns.ts";
import { imageIndex, imageReference } from "#server/images/table.ts";
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
    coverId: imageReference("cover_id"), // optional: images
    searchText: searchTextColumn("title", "author"),
  },
  (book) => [
    uniqueIndex("book_title_author_unique").on(
      sql`lower(${book.title} collate "und-x-icu")`,
      sql`lower(${book.author} collate "und-x-icu")`,
    ),
    ...orderIndexes("book", {
      id: book.id,
      keys: {
        title: book.title,
        author: book.author,
        publisher: blanksLast(book.publisher),
        created: book.createdAt,
        updated: book.updatedAt,
      },
      filters: { genre: book.genreId },
    }),
    imageIndex("book_cover", book.coverId), // optional: images
    ...searchIndexes("book", book.searchText),
    ...textChecks("book_title", book.title, bookLimits.title),
    ...textChecks("book_author", book.author, bookLimits.author),
    ...textChecks("book_publisher", book.publisher, bookLimits.publisher),
  ],
);

/** The number of books of each genre. */
export const bookCounts = countTable("book", {
  genreId: uuid("genre_id")
    .notNull()
    .references(() => genres.id, { onDelete: "cascade" }),
});

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
      lettersIndex(table, name.searchText),
    ],
  );
}
