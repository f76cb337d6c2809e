import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { recordColumns, textChecks } from "#resource/server/columns.ts";
import { orderedText } from "#server/database/columns.ts";
import { genreNameLimit } from "./schema.ts";

/** Genres. Names are unique, ignoring case. */
export const genres = pgTable(
  "genre",
  {
    ...recordColumns,
    name: orderedText("name").notNull(),
    hue: integer("hue").notNull(),
  },
  (genre) => [
    uniqueIndex("genre_name_unique").on(sql`lower(${genre.name} collate "und-x-icu")`),
    index("genre_name_order").on(genre.name, genre.id),
    ...textChecks("genre_name", genre.name, genreNameLimit),
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
