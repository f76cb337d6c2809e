import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { ActivityFields } from "./changed-fields.ts";

/**
 * Who did what, on what, when and from where. Names are those of the time, and nothing references other tables, so that an
 * entry remains when that is deleted. Triggers reject UPDATE, DELETE and TRUNCATE, also by the owner; only the function
 * `delete_old_activity` deletes, and nothing younger than 30 days (docs/decisions/0028).
 */
export const activity = pgTable(
  "activity",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** In milliseconds, like JavaScript's dates, so that cursors are exact. */
    at: timestamp("at", { withTimezone: true, precision: 3 })
      .notNull()
      .default(sql`clock_timestamp()`),
    /** Null for the system and for people who are not signed in. */
    actorId: uuid("actor_id"),
    actorName: text("actor_name"),
    actorEmail: text("actor_email"),
    /** The user for whom an administrator acted. */
    actingForId: uuid("acting_for_id"),
    actingForName: text("acting_for_name"),
    // optional: api-keys
    /** The API key that the actor used. */
    keyId: uuid("key_id"),
    keyName: text("key_name"),
    // end: api-keys
    action: text("action").notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id"),
    subjectName: text("subject_name"),
    /** The values that the action changed, by field. */
    before: jsonb("before").$type<ActivityFields>(),
    after: jsonb("after").$type<ActivityFields>(),
    requestId: text("request_id"),
    clientAddress: text("client_address"),
    userAgent: text("user_agent"),
  },
  (entry) => [
    index("activity_order").on(entry.at, entry.id),
    index("activity_actor").on(entry.actorId, entry.at, entry.id),
    index("activity_acting_for")
      .on(entry.actingForId, entry.at, entry.id)
      .where(sql`${entry.actingForId} is not null`),
    // optional: api-keys
    index("activity_key")
      .on(entry.keyId, entry.at, entry.id)
      .where(sql`${entry.keyId} is not null`),
    check("activity_key_given", sql`num_nulls(${entry.keyId}, ${entry.keyName}) <> 1`),
    // end: api-keys
    index("activity_action").on(entry.action, entry.at, entry.id),
    index("activity_subject_type").on(entry.subjectType, entry.at, entry.id),
    index("activity_subject").on(entry.subjectId, entry.subjectType, entry.at, entry.id),
    check("activity_actor_given", sql`${entry.actingForId} is null or ${entry.actorId} is not null`),
    check("activity_action_form", sql`${entry.action} ~ '^[a-z][A-Za-z]{0,39}$'`),
    check("activity_subject_type_form", sql`${entry.subjectType} ~ '^[a-z][A-Za-z]{0,39}$'`),
    check(
      "activity_texts_length",
      sql`greatest(char_length(${entry.actorName}), char_length(${entry.actorEmail}), char_length(${entry.actingForName}),
        char_length(${entry.subjectId}), char_length(${entry.subjectName}), char_length(${entry.requestId}),
        char_length(${entry.clientAddress}), char_length(${entry.userAgent})) <= 500`,
    ),
    check(
      "activity_values_length",
      sql`octet_length(${entry.before}::text) <= 65536 and octet_length(${entry.after}::text) <= 65536`,
    ),
  ],
);
