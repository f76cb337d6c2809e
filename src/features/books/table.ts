import { sql, type SQL } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";
import { orderedText, plainText } from "#server/database/columns.ts";
import { images } from "#server/files/table.ts";

/** To the millisecond, as JavaScript and so every position in a list has it. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/**
 * Books. Title and author together are unique whatever their case; the texts are kept folded (Unicode NFC, no
 * surrounding or repeated spaces), so that the same text can't be stored twice in two spellings.
 *
 * Every list is a walk on an index: there is one for each order, and one for each order within a genre.
 */
export const books = pgTable(
  "book",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    title: orderedText("title").notNull(),
    author: orderedText("author").notNull(),
    genreId: uuid("genre_id")
      .notNull()
      .references(() => genres.id, { onDelete: "restrict" }),
    publisher: orderedText("publisher"),
    /** Without one, the cover is drawn. */
    coverId: text("cover_id").references(() => images.id, { onDelete: "restrict" }),
    createdAt: time("created_at"),
    updatedAt: time("updated_at"),
    /** Counts the saves: who saves or deletes says which one they saw. */
    version: integer("version").notNull().default(1),
    /** What searches look into: a space stands before each word, and title and author are lines of their own. */
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
    index("book_publisher_order").on(publisherSortKey(book.publisher), book.id),
    index("book_created_order").on(book.createdAt, book.id),
    index("book_updated_order").on(book.updatedAt, book.id),
    index("book_genre_title_order").on(book.genreId, book.title, book.id),
    index("book_genre_author_order").on(book.genreId, book.author, book.id),
    index("book_genre_publisher_order").on(book.genreId, publisherSortKey(book.publisher), book.id),
    index("book_genre_created_order").on(book.genreId, book.createdAt, book.id),
    index("book_genre_updated_order").on(book.genreId, book.updatedAt, book.id),
    index("book_cover")
      .on(book.coverId)
      .where(sql`${book.coverId} is not null`),
    // Written at once: a list of what is not yet in the index would have to be read by every search.
    index("book_search").using("gin", book.searchText.op("gin_trgm_ops")).with({ fastupdate: false }),
    index("book_search_signs")
      .using("gin", sql`search_signs(${book.searchText})`)
      .with({ fastupdate: false }),
    ...typed("title", book.title, 200),
    ...typed("author", book.author, 200),
    ...typed("publisher", book.publisher, 120),
  ],
);

/** How a publisher is ordered: books without one come last. U+FFFF stands behind every text (UTS 35, part 5, 1.4). */
export function publisherSortKey(publisher: unknown): SQL {
  return sql`coalesce(${publisher}, U&'\\FFFF')`;
}

function typed(name: string, column: Parameters<typeof sql>[1], limit: number) {
  return [
    check(`book_${name}_length`, sql`char_length(${column}) between 1 and ${sql.raw(String(limit))}`),
    check(`book_${name}_folded`, sql`${column} is nfc normalized and ${column} !~ '^\\s|\\s$|\\s{2}'`),
    check(`book_${name}_plain`, sql`is_plain_text(${column})`),
  ];
}

/**
 * Authors, and publishers, that books have or once had, for suggestions: written by a trigger on `book`. A name stays
 * when its last book goes, because removing it would make writers wait for each other; who reads looks whether a book
 * still has it.
 */
export const bookAuthors = namesOfBooks("book_author");
export const bookPublishers = namesOfBooks("book_publisher");

function namesOfBooks(table: string) {
  return pgTable(
    table,
    {
      name: orderedText("name").primaryKey(),
      searchText: plainText("search_text")
        .notNull()
        .generatedAlwaysAs((): SQL => sql`left(' ' || fold_text(name), 200)`),
    },
    (names) => [
      index(`${table}_beginning`).on(names.searchText, names.name),
      index(`${table}_search`).using("gin", names.searchText.op("gin_trgm_ops")).with({ fastupdate: false }),
    ],
  );
}
