import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Records that were deleted in the last minutes, so that the person who deleted them can restore them (record 30). */
export const deletedRecords = pgTable(
  "deleted_record",
  {
    tableName: text("table_name").notNull(),
    id: uuid("id").notNull(),
    deletedBy: uuid("deleted_by").notNull(),
    deletedAt: timestamp("deleted_at", { withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
    /** The row, with all columns. */
    record: jsonb("record").notNull(),
  },
  (deleted) => [
    primaryKey({ columns: [deleted.tableName, deleted.id] }),
    index("deleted_record_time").on(deleted.deletedAt),
  ],
);
