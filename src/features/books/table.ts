import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { genres } from "#features/genres/table.ts";

/**
 * Books. Title and author together are unique whatever their case; the texts are kept folded (Unicode NFC, no
 * surrounding or repeated spaces), so that the same text can't be stored twice in two spellings.
 */
export const books = pgTable(
  "book",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    title: text("title").notNull(),
    author: text("author").notNull(),
    genreId: uuid("genre_id")
      .notNull()
      .references(() => genres.id, { onDelete: "restrict" }),
    publisher: text("publisher"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (book) => [
    uniqueIndex("book_title_author_unique").on(
      sql`lower(${book.title} collate "und-x-icu")`,
      sql`lower(${book.author} collate "und-x-icu")`,
    ),
    index("book_title_order").on(sql`(${book.title} collate "und-x-icu")`, book.id),
    index("book_created_order").on(book.createdAt.desc(), book.id),
    index("book_genre").on(book.genreId),
    ...folded("title", book.title, 200),
    ...folded("author", book.author, 200),
    ...folded("publisher", book.publisher, 120),
  ],
);

function folded(name: string, column: Parameters<typeof sql>[1], limit: number) {
  return [
    check(`book_${name}_length`, sql`char_length(${column}) between 1 and ${sql.raw(String(limit))}`),
    check(`book_${name}_folded`, sql`${column} is nfc normalized and ${column} !~ '^\\s|\\s$|\\s{2}'`),
  ];
}
