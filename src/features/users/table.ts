import { sql, type SQL } from "drizzle-orm";
import {
  boolean,
  check,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { countTable } from "#resource/server/list/count-table.ts";
import { orderIndexes, searchIndexes } from "#resource/server/list/columns.ts";
import { blanksLast } from "#resource/server/list/sorts.ts";
import { orderedText } from "#server/database/columns.ts";

/** In milliseconds, like JavaScript's dates, so that cursors are exact. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/**
 * Users. Emails are normalized (features/auth/email.ts); the name is null until onboarding. Triggers protect the last
 * administrator who isn't banned, end sessions that a new role doesn't allow (migrations/0001_account.sql), and
 * count versions, also of manual SQL (migrations/0014_users.sql).
 */
export const user = pgTable(
  "user",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: orderedText("name"),
    email: orderedText("email").notNull().unique("user_email_unique"),
    emailVerified: boolean("email_verified").notNull().default(false),
    /** Part of better-auth's model, always empty: pages load nothing from other sites. */
    image: text("image"),
    /** Role names, separated by commas (access.ts). */
    role: text("role").notNull().default("user"),
    banned: boolean("banned").notNull().default(false),
    banReason: text("ban_reason"),
    /** Null for a permanent ban. */
    banExpires: timestamp("ban_expires", { withTimezone: true }),
    onboardedAt: timestamp("onboarded_at", { withTimezone: true }),
    /** For filters and counts. */
    isOnboarded: boolean("is_onboarded")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`onboarded_at is not null`),
    createdAt: time("created_at"),
    updatedAt: time("updated_at"),
    /** Incremented by each change of the columns that administrators see. */
    version: integer("version").notNull().default(1),
    /** The text that searches match: a space precedes each word, and name and email are on separate lines. */
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`' ' || fold_text(coalesce(name || E'\\n ', '') || email)`),
  },
  (user) => [
    ...orderIndexes("user", {
      id: user.id,
      keys: sortKeys(user),
      filters: { banned: user.banned, onboarded: user.isOnboarded, verified: user.emailVerified },
    }),
    ...Object.entries(sortKeys(user)).map(([name, key]) =>
      index(`user_administrator_${name}_order`)
        .on(key, user.id)
        .where(sql`${user.role} ~ '\\madmin\\M'`),
    ),
    index("user_expired_ban")
      .on(user.banExpires)
      .where(sql`${user.banExpires} is not null`),
    ...searchIndexes("user", user.searchText),
    index("user_administrators")
      .on(user.id)
      .where(sql`${user.role} ~ '\\madmin\\M' and not ${user.banned}`),
    check("user_name_length", sql`char_length(${user.name}) between 1 and 100`),
    check("user_name_folded", sql`${user.name} is nfc normalized and ${user.name} !~ '^\\s|\\s$'`),
    // ASCII without capitals, in any database locale.
    check(
      "user_email_form",
      sql`char_length(${user.email}) <= 254 and ${user.email} ~ '^[!-?[-~]+@[a-z0-9.-]+$'`,
    ),
    check("user_image_empty", sql`${user.image} is null`),
    check("user_role_known", sql`${user.role} ~ '^(admin|user)(,(admin|user))*$'`),
    check("user_ban_reason_length", sql`char_length(${user.banReason}) <= 500`),
    check(
      "user_ban_complete",
      sql`${user.banned} or (${user.banReason} is null and ${user.banExpires} is null)`,
    ),
    check("user_onboarded_named", sql`${user.onboardedAt} is null or ${user.name} is not null`),
  ],
);

function sortKeys(columns: Record<"name" | "email" | "createdAt", ExtraConfigColumn>) {
  return { name: blanksLast(columns.name), email: columns.email, created: columns.createdAt };
}

/** The number of users, by the columns of the list's filters. */
export const userCounts = countTable("user", {
  role: text("role").notNull(),
  isBanned: boolean("banned").notNull(),
  isOnboarded: boolean("is_onboarded").notNull(),
  isVerified: boolean("email_verified").notNull(),
});
