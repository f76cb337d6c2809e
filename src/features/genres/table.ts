import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { orderedText } from "#server/database/columns.ts";

/** A genre's name is unique whatever its case. */
export const genres = pgTable(
  "genre",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: orderedText("name").notNull(),
    hue: integer("hue").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    /** Counts the saves: who saves says which one they saw. */
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
