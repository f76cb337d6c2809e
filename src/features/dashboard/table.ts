import { bigint, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

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
