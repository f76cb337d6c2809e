import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { orderedText } from "#server/database/columns.ts";

/** Genres. Names are unique, ignoring case. */
export const genres = pgTable(
  "genre",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: orderedText("name").notNull(),
    hue: integer("hue").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    /** Incremented by each update, which names the version that the caller saw. */
    version: integer("version").notNull().default(1),
  },
  (genre) => [
    uniqueIndex("genre_name_unique").on(sql`lower(${genre.name} collate "und-x-icu")`),
    index("genre_name_order").on(genre.name, genre.id),
    check("genre_name_length", sql`char_length(${genre.name}) between 1 and 60`),
    check("genre_name_folded", sql`${genre.name} is nfc normalized and ${genre.name} !~ '^\\s|\\s$|\\s{2}'`),
    check("genre_name_plain", sql`is_plain_text(${genre.name})`),
    check("genre_hue_range", sql`${genre.hue} between 0 and 359`),
  ],
);

/**
 * The number of books of each genre: the sum of its slots. Triggers on `book` maintain it; each transaction writes to a
 * slot that no other transaction uses, so writers don't wait for each other (docs/decisions/0012).
 */
export const bookCounts = pgTable(
  "book_count",
  {
    genreId: uuid("genre_id")
      .notNull()
      .references(() => genres.id, { onDelete: "cascade" }),
    slot: smallint("slot").notNull(),
    /** Can be negative: a book may be added through one slot and removed through another. */
    books: bigint("books", { mode: "number" }).notNull(),
  },
  (count) => [primaryKey({ columns: [count.genreId, count.slot] })],
);
