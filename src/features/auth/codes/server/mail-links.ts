import { createHash, randomBytes } from "node:crypto";

/*
 * Each mail with a code has two links, for readers whose mailbox is under attack. Each works once. They open pages with a
 * button, because mail scanners open links, and they sign no one in (use-mail-link.ts).
 */

export const mailLinkPurposes = ["unlock", "stop"] as const;

export type MailLinkPurpose = (typeof mailLinkPurposes)[number];

/** A link as the database stores it. */
export type StoredLink = { tokenHash: string; purpose: MailLinkPurpose; email: string };

/** The random tokens of a mail's links, and the rows to store. */
export function createMailLinks(email: string): {
  tokens: Record<MailLinkPurpose, string>;
  stored: StoredLink[];
} {
  const newToken = () => randomBytes(32).toString("base64url");
  const tokens = { unlock: newToken(), stop: newToken() };
  const stored = mailLinkPurposes.map((purpose) => ({
    tokenHash: hashLinkToken(tokens[purpose]),
    purpose,
    email,
  }));
  return { tokens, stored };
}

/** A token's hash, as the database stores it. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
