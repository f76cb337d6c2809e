import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Images in storage. A table that shows images refers to them by a foreign key that restricts deletion, and calls
 * `refer_to_images` (its migration) once, so that `unused_since` is kept by the database whatever changes a row.
 */
export const images = pgTable(
  "image",
  {
    /** Made of the content: the same picture has one row, however often it is uploaded. */
    id: text("id").primaryKey(),
    /** Of the picture as it is seen, in pixels. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Of its files, in pixels, the smallest first. */
    widths: integer("widths").array().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /**
     * Since when nothing refers to it, as far as is known: a row may still refer to what another one let go, and the
     * foreign key then keeps it. Null where something does.
     */
    unusedSince: timestamp("unused_since", { withTimezone: true }).defaultNow(),
  },
  (image) => [
    index("image_unused")
      .on(image.unusedSince)
      .where(sql`${image.unusedSince} is not null`),
    check("image_id_form", sql`${image.id} ~ '^[0-9a-f]{40}$'`),
    check(
      "image_size_range",
      sql`${image.width} between 1 and 16383 and ${image.height} between 1 and 16383`,
    ),
    check(
      "image_widths_range",
      sql`cardinality(${image.widths}) between 1 and 16 and 1 <= all(${image.widths}) and 16383 >= all(${image.widths})`,
    ),
  ],
);
