import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Mails on their way. A row is deleted once it is delivered, refused for good or expired, so nothing of a mail stays.
 * The address and all that the mail says are encrypted: whoever reads the database, or a backup of it, reads no code.
 */
export const mailQueue = pgTable(
  "mail_queue",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** The address, subject, HTML, text and code as encrypted JSON. */
    sealedMail: text("sealed_mail").notNull(),
    /** How many attempts have begun. */
    attempts: integer("attempts").notNull().default(0),
    /** While an attempt runs: when it counts as lost, because its process died. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Why the last attempt failed, in a few words of our own. */
    lastError: text("last_error"),
  },
  (mail) => [
    index("mail_queue_next_attempt").on(mail.nextAttemptAt),
    check("mail_queue_sealed", sql`${mail.sealedMail} ~ '^v\\d+\\.[A-Za-z0-9_-]+$'`),
    check("mail_queue_attempts", sql`${mail.attempts} >= 0`),
    check("mail_queue_last_error_length", sql`char_length(${mail.lastError}) between 1 and 200`),
  ],
);
