import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { user } from "#features/users/table.ts";

/** The answers to REST requests with an Idempotency-Key (idempotency.server.ts), for 24 hours. */
export const idempotentRequest = pgTable(
  "idempotent_request",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** SHA-256 of the session's id and the header's value. */
    keyHash: text("key_hash").notNull(),
    /** SHA-256 of the operation and its input. */
    requestHash: text("request_hash").notNull(),
    answer: text("answer").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (request) => [
    primaryKey({ columns: [request.userId, request.keyHash] }),
    index("idempotent_request_age").on(request.createdAt),
    check("idempotent_request_answer_length", sql`octet_length(${request.answer}) <= 1048576`),
  ],
);
