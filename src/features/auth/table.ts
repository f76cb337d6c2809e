import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#features/users/table.ts";
import { bytes } from "#server/database/columns.ts";

/** Sessions. The token alone opens nothing: the cookie carries it signed (session.ts). */
export const session = pgTable(
  "session",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    token: text("token").notNull().unique("session_token_unique"),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The administrator who acts as this session's user. */
    impersonatedBy: uuid("impersonated_by").references(() => user.id, { onDelete: "cascade" }),
    /** Set by the database when the person's roles change: the next request gets a fresh token. */
    tokenOutdated: boolean("token_outdated").notNull().default(false),
    /** The token before a fresh one, for requests that were on their way: a moment after `updatedAt` (session.ts). */
    tokenBefore: text("token_before").unique("session_token_before_unique"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it was last used, to within some minutes (session.ts). */
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (session) => [
    index("session_user").on(session.userId, session.updatedAt.desc()),
    index("session_impersonated_by").on(session.impersonatedBy),
    index("session_expiry").on(session.expiresAt),
    check("session_ip_address_length", sql`char_length(${session.ipAddress}) <= 45`),
    check("session_user_agent_length", sql`char_length(${session.userAgent}) <= 500`),
  ],
);

/** Accounts at social providers, as better-auth keeps them; their tokens are encrypted. */
export const account = pgTable(
  "account",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
    refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
    scope: text("scope"),
    /** A part of better-auth's model that stays empty: nobody has a password. */
    password: text("password"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (account) => [
    uniqueIndex("account_provider_unique").on(account.providerId, account.accountId),
    index("account_user").on(account.userId),
    check("account_password_empty", sql`${account.password} is null`),
  ],
);

/** What better-auth must remember between two steps of a social sign-in; what identifies it is hashed. */
export const verification = pgTable(
  "verification",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (verification) => [
    index("verification_identifier").on(verification.identifier),
    index("verification_expiry").on(verification.expiresAt),
  ],
);

/**
 * Codes that were sent by e-mail, as keyed hashes. Who is signing in has the id in a cookie, which nobody else knows; all
 * other codes belong to a session, and go with it.
 */
export const signInCode = pgTable(
  "sign_in_code",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull(),
    purpose: text("purpose").notNull(),
    sessionId: uuid("session_id").references(() => session.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    /** Wrong answers so far. */
    attempts: integer("attempts").notNull().default(0),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (code) => [
    index("sign_in_code_expiry").on(code.expiresAt),
    uniqueIndex("sign_in_code_session_purpose").on(code.sessionId, code.purpose),
    check(
      "sign_in_code_purpose_known",
      sql`${code.purpose} in ('sign-in', 'change-email', 'verify-email', 'delete-account')`,
    ),
    check("sign_in_code_session_given", sql`(${code.purpose} = 'sign-in') = (${code.sessionId} is null)`),
    check("sign_in_code_attempts_range", sql`${code.attempts} between 0 and 5`),
  ],
);

/** Passkeys that people have added. What a row holds lets nobody in: the secret half stays with their device. */
export const passkey = pgTable(
  "passkey",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** What the device calls it, in base64url: at most 1,023 bytes (WebAuthn, "Credential ID"). */
    credentialId: text("credential_id").notNull().unique("passkey_credential_unique"),
    /** As COSE has it (RFC 9052, section 7). */
    publicKey: bytes("public_key").notNull(),
    /** How often it was used, as the device counts; 0 for those that don't. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How a browser may reach it, such as "usb" or "hybrid". */
    transports: text("transports").array().notNull(),
    /** Whether it is kept in an account with its maker, and so on other devices too; as of its last use. */
    isSynced: boolean("is_synced").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
  },
  (passkey) => [
    index("passkey_user").on(passkey.userId, passkey.createdAt),
    check("passkey_name_length", sql`char_length(${passkey.name}) between 1 and 100`),
    check(
      "passkey_credential_form",
      sql`char_length(${passkey.credentialId}) <= 1364 and ${passkey.credentialId} ~ '^[A-Za-z0-9_-]+$'`,
    ),
    check("passkey_public_key_length", sql`octet_length(${passkey.publicKey}) between 1 and 4096`),
    check("passkey_counter_range", sql`${passkey.counter} between 0 and 4294967295`),
    check(
      "passkey_transports_bounded",
      sql`cardinality(${passkey.transports}) <= 10 and char_length(array_to_string(${passkey.transports}, '')) <= 320`,
    ),
  ],
);
