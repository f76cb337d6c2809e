import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#features/users/table.ts";
import { bytes } from "#server/database/columns.ts";
import type { ReplacedCode } from "./codes/server/create-code.ts";

/**
 * Sessions. The token alone is useless: the cookie contains it with a signature (server/cookies.ts). Triggers keep at most
 * 50 for a user and none for a banned one.
 */
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
    // optional: impersonation
    /** The administrator who impersonates the user. Triggers don't count it as one of the user's sessions. */
    impersonatedBy: uuid("impersonated_by").references(() => user.id, { onDelete: "cascade" }),
    /** The administrator's own session, with which the impersonation ends. */
    administratorSessionId: uuid("administrator_session_id")
      .unique("session_administrator_session_unique")
      .references((): AnyPgColumn => session.id, { onDelete: "cascade" }),
    // end: impersonation
    /** Set by a trigger when the user's roles change: the next request gets a new token. */
    tokenOutdated: boolean("token_outdated").notNull().default(false),
    /**
     * The token before a change of roles or a confirmation, valid for 10 seconds after `updatedAt` and never confirmed
     * (sessions/server/find-session.ts).
     */
    tokenBefore: text("token_before").unique("session_token_before_unique"),
    /** Set by a trigger: the user had 50 sessions, and the oldest ended. */
    hasEndedOldest: boolean("has_ended_oldest").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it was last used, to within 10 minutes. */
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    /** When the user last confirmed who they are, with one of our own ways to sign in; null after any other. */
    confirmedAt: timestamp("confirmed_at", { withTimezone: true }),
    // optional: passkeys
    /** When they last did so with a passkey. */
    passkeyConfirmedAt: timestamp("passkey_confirmed_at", { withTimezone: true }),
    // end: passkeys
  },
  (session) => [
    index("session_user").on(session.userId, session.updatedAt.desc()),
    index("session_impersonated_by").on(session.impersonatedBy), // optional: impersonation
    index("session_expiry").on(session.expiresAt),
    check("session_ip_address_length", sql`char_length(${session.ipAddress}) <= 45`),
    check("session_user_agent_length", sql`char_length(${session.userAgent}) <= 500`),
    // optional: impersonation
    check(
      "session_impersonation_bounded",
      sql`case when ${session.impersonatedBy} is null then ${session.administratorSessionId} is null
        else ${session.impersonatedBy} <> ${session.userId} and ${session.administratorSessionId} is not null
          and ${session.expiresAt} <= ${session.createdAt} + interval '1 hour' end`,
    ),
    // end: impersonation
  ],
);

/** Accounts elsewhere, in better-auth's model, which its plugins also read; their tokens are encrypted. */
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
    /** Part of better-auth's model, always empty: there are no passwords. */
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

/** What better-auth's endpoints verify later, for example the state of a sign-in elsewhere; the identifier is hashed. */
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
 * Codes sent by e-mail, as keyed hashes. A sign-in code's id is in the browser's cookie; other codes belong to a session. The
 * newest one for an email and a purpose counts.
 */
export const signInCode = pgTable(
  "sign_in_code",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull(),
    purpose: text("purpose").notNull(),
    sessionId: uuid("session_id").references(() => session.id, { onDelete: "cascade" }),
    /** Instead of `sessionId`, if the session has a newer code for the purpose (record 76). */
    earlierSessionId: uuid("earlier_session_id").references(() => session.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    /** The codes that it replaced, the last one first: entering one isn't a wrong attempt. */
    replaced: jsonb("replaced").$type<ReplacedCode[]>().notNull().default([]),
    /** The number of wrong attempts. */
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
      sql`${code.purpose} in ('sign-in', 'change-email', 'verify-email', 'delete-account', 'confirm')`,
    ),
    index("sign_in_code_earlier_session").on(code.earlierSessionId, code.purpose),
    check(
      "sign_in_code_session_given",
      sql`num_nonnulls(${code.sessionId}, ${code.earlierSessionId}) = (${code.purpose} <> 'sign-in')::int`,
    ),
    check("sign_in_code_replaced_length", sql`jsonb_array_length(${code.replaced}) <= 5`),
    check("sign_in_code_attempts_range", sql`${code.attempts} between 0 and 5`),
  ],
);

/** The devices on which users have signed in, by browser and system; empty if unknown (sessions/server/create-session.ts). */
export const device = pgTable(
  "device",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    browser: text("browser").notNull(),
    system: text("system").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (device) => [primaryKey({ columns: [device.userId, device.browser, device.system] })],
);

/** Changes of emails. The link in the notice to the old email undoes one (account/store.ts). */
export const emailChange = pgTable(
  "email_change",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    /** SHA-256 of the random token in the link. */
    tokenHash: text("token_hash").notNull().unique("email_change_token_unique"),
    /** When the link was used, or that of an earlier change. */
    undoneAt: timestamp("undone_at", { withTimezone: true }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (change) => [
    index("email_change_user").on(change.userId, change.createdAt),
    index("email_change_expiry").on(change.expiresAt),
  ],
);

/** The links in mails with codes (codes/server/mail-links.ts). A link is deleted when it is used. */
export const mailLink = pgTable(
  "mail_link",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** SHA-256 of the random token in the link. */
    tokenHash: text("token_hash").notNull().unique("mail_link_token_unique"),
    email: text("email").notNull(),
    purpose: text("purpose").notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (link) => [
    index("mail_link_expiry").on(link.expiresAt),
    check("mail_link_purpose_known", sql`${link.purpose} in ('unlock', 'stop')`),
  ],
);

// optional: passkeys
/** Users' passkeys: the public keys; the private ones stay on their devices. */
export const passkey = pgTable(
  "passkey",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** WebAuthn's credential ID, in base64url: at most 1,023 bytes. */
    credentialId: text("credential_id").notNull().unique("passkey_credential_unique"),
    /** A COSE key (RFC 9052, section 7). */
    publicKey: bytes("public_key").notNull(),
    /** The device's count of uses; 0 if it doesn't count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    /** How a browser can reach it, for example "usb" or "hybrid". */
    transports: text("transports").array().notNull(),
    /** Whether the user's other devices have it too; as of its last use. */
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
// end: passkeys

// optional: api-keys
/**
 * Users' API keys, with which their programs call REST (docs/decisions/0036). A key ends at `expiresAt`, which revoking it moves
 * forward, and stays for 90 days, so that its use is noticed.
 */
export const apiKey = pgTable(
  "api_key",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the key, which has 160 random bits. */
    keyHash: text("key_hash").notNull().unique("api_key_hash_unique"),
    /** The key's first characters, by which its user recognizes it. */
    start: text("start").notNull(),
    /** What it allows, if its user still has the permission: resource and action, for example `book:read`. */
    permissions: text("permissions").array().notNull(),
    // optional: passkeys
    /** Whether its user had used a passkey in the session that created it (AUTH_REQUIRE_PASSKEY). */
    hasUsedPasskey: boolean("has_used_passkey").notNull().default(false),
    // end: passkeys
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** To within a minute. Later than `expiresAt`: the key was rejected. */
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    /** The client's address at that time. */
    lastUsedAddress: text("last_used_address"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (key) => [
    index("api_key_user").on(key.userId, key.createdAt),
    index("api_key_expiry").on(key.expiresAt),
    check("api_key_name_length", sql`char_length(${key.name}) between 1 and 100`),
    check("api_key_hash_form", sql`${key.keyHash} ~ '^[A-Za-z0-9_-]{43}$'`),
    check("api_key_start_length", sql`char_length(${key.start}) <= 40`),
    check(
      "api_key_permissions_bounded",
      sql`cardinality(${key.permissions}) between 1 and 100 and char_length(array_to_string(${key.permissions}, '')) <= 5000`,
    ),
    check("api_key_address_length", sql`char_length(${key.lastUsedAddress}) <= 45`),
    check("api_key_expiry_bounded", sql`${key.expiresAt} <= ${key.createdAt} + interval '366 days'`),
  ],
);
// end: api-keys
