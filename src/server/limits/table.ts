import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What was spent of each budget and still counts. Keys are hashed: no address stands here. */
export const rateLimits = pgTable(
  "budget",
  {
    key: text("key").primaryKey(),
    /** When each unit was spent, the oldest first. */
    spentAt: timestamp("spent_at", { withTimezone: true })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** From then on nothing here counts. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (budget) => [index("budget_expiry").on(budget.expiresAt)],
);
