import { createHash, randomBytes } from "node:crypto";

/*
 * Each mail with a code has two links, for readers whose mailbox is under attack. Each works once. They open pages with a
 * button, because mail scanners open links, and they sign no one in (use-mail-link.ts).
 */

/** `unlock` lets the browser that opens it request a code; `stop` stops the mails that unknown browsers request. */
export type MailLinkPurpose = "unlock" | "stop";

/** A link as the database stores it. */
export type StoredLink = { tokenHash: string; purpose: MailLinkPurpose; email: string };

/** The random tokens of a mail's links, and the rows to store. */
export function createMailLinks(email: string): {
  tokens: Record<MailLinkPurpose, string>;
  stored: StoredLink[];
} {
  const tokens = { unlock: newLinkToken(), stop: newLinkToken() };
  const purposes = ["unlock", "stop"] as const;
  return {
    tokens,
    stored: purposes.map((purpose) => ({ tokenHash: hashLinkToken(tokens[purpose]), purpose, email })),
  };
}

/** A token's hash, as the database stores it. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function newLinkToken(): string {
  return randomBytes(32).toString("base64url");
}
