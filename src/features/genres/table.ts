import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
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
