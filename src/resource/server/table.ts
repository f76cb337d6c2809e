import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

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

/**
 * Numbers of rows by day or hour, in UTC: the sum of the `count` of several slots. A series counts the rows of a table after
 * `CALL keep_period_counts('book', 'book_added', 'day', 'created_at')` in a migration (docs/decisions/0034).
 */
export const periodCounts = pgTable(
  "period_count",
  {
    series: text("series").notNull(),
    /** When the day or hour begins. */
    period: timestamp("period", { withTimezone: true }).notNull(),
    /** As in `countTable`. */
    slot: smallint("slot").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (counts) => [primaryKey({ columns: [counts.series, counts.period, counts.slot] })],
);
