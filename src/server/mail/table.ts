import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Mails to send. A row is deleted once the mail is delivered, permanently rejected or expired. Address and content are
 * encrypted, so that neither the database nor its backups contain codes.
 */
export const mailQueue = pgTable(
  "mail_queue",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Address, subject, HTML, text and code as encrypted JSON. */
    sealedMail: text("sealed_mail").notNull(),
    /** How many attempts have begun, the running one included. */
    attempts: integer("attempts").notNull().default(0),
    /** While an attempt runs: when the mail is due again, because its process must have died. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Whether someone waits for it (`Mail`). */
    isAwaited: boolean("is_awaited").notNull().default(true),
    /** Why the last attempt failed; without addresses or the mail server's response. */
    lastError: text("last_error"),
  },
  (mail) => [
    index("mail_queue_next_attempt").on(mail.nextAttemptAt),
    index("mail_queue_expiry").on(mail.expiresAt),
    check("mail_queue_sealed", sql`${mail.sealedMail} ~ '^v\\d+\\.[A-Za-z0-9_-]+$'`),
    check("mail_queue_attempts", sql`${mail.attempts} >= 0`),
    check("mail_queue_last_error_length", sql`char_length(${mail.lastError}) between 1 and 200`),
  ],
);

/** One row: until when the mails that were claimed are sent, at most `SMTP_RATE` a second by all instances together. */
export const mailRate = pgTable(
  "mail_rate",
  {
    id: boolean("id").primaryKey().default(true),
    busyUntil: timestamp("busy_until", { withTimezone: true }).notNull(),
  },
  (rate) => [check("mail_rate_one_row", sql`${rate.id}`)],
);
