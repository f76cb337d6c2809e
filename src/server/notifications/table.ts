import { sql } from "drizzle-orm";
import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";

/**
 * Notifications of committed transactions, until a process sends them (send-notifications.ts). The table is unlogged: a crash
 * of the database empties it, and also ends the connections of all listeners, who then expect to have missed some.
 */
export const pendingNotification = pgTable(
  "pending_notification",
  {
    // Not of a sequence: that of an unlogged table is unusable after a failover (PostgreSQL 15).
    id: uuid("id").primaryKey().defaultRandom(),
    channel: text("channel").notNull(),
    payload: text("payload").notNull(),
  },
  (notification) => [
    // PostgreSQL can't send others: one of them would keep all from being sent.
    check("pending_notification_channel_length", sql`octet_length(${notification.channel}) between 1 and 63`),
    check("pending_notification_payload_length", sql`octet_length(${notification.payload}) < 8000`),
  ],
);
