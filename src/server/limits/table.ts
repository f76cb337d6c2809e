import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The consumed units of each rate limit. Keys are hashed, so no email address is stored here. */
export const rateLimits = pgTable(
  "budget",
  {
    key: text("key").primaryKey(),
    /** When each unit was consumed, the oldest first. */
    spentAt: timestamp("spent_at", { withTimezone: true })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** When all units have left the window. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (rateLimit) => [index("budget_expiry").on(rateLimit.expiresAt)],
);
