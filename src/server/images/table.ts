import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Images in storage. A table references them by a foreign key that restricts deletion, and calls `refer_to_images` in its
 * migration, which creates triggers that maintain `unused_since`.
 */
export const images = pgTable(
  "image",
  {
    /** A hash of the content: an image that is uploaded twice has one row. */
    id: text("id").primaryKey(),
    /** As displayed, in pixels. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** The widths of its files, in pixels, the smallest first. */
    widths: integer("widths").array().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /**
     * When the last known reference was removed; null while there is one. Another row may still reference the image: then
     * the foreign key prevents its deletion.
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

/** A column that references an image, null without one. Its table needs an `imageIndex`. */
export function imageReference<Name extends string>(name: Name) {
  return text(name).references(() => images.id, { onDelete: "restrict" });
}

/** The index of a column that references images: without it, deleting an image would read the whole table. */
export function imageIndex(name: string, column: AnyPgColumn) {
  return index(name)
    .on(column)
    .where(sql`${column} is not null`);
}

/** What a record with an image selects. */
export const imageColumns = {
  id: images.id,
  width: images.width,
  height: images.height,
  widths: images.widths,
};
