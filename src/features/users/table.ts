import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Users. Emails are normalized (features/auth/email.ts); the name is null until onboarding. Triggers protect the last
 * administrator who isn't banned and end impersonations that a new role doesn't allow (migrations/0001_account.sql).
 */
export const user = pgTable(
  "user",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name"),
    email: text("email").notNull().unique("user_email_unique"),
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
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (user) => [
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
