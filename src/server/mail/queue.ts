import { fromNow } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import type { Secrets } from "#server/secret.ts";
import { type Mail, validateMail } from "./mail.ts";
import { mailQueue } from "./table.ts";

const purpose = "mail";

/** The part of a mail that is encrypted. */
export type MailContent = Omit<Mail, "lifetimeSeconds" | "isAwaited">;

/**
 * Queues a mail in the caller's transaction: it is sent right after the commit. One that is queued without a transaction is sent
 * within half a second.
 * @throws TypeError if the mail could reach another recipient than intended (mail.ts)
 */
export async function queueMail(
  database: Sql,
  secrets: Secrets,
  { lifetimeSeconds, isAwaited, ...mail }: Mail,
): Promise<void> {
  validateMail(mail);
  const { to, subject, html, text, code } = mail;
  const content: MailContent = { to, subject, html, text, code };
  const sealedMail = secrets.encrypt(purpose, JSON.stringify(content));
  await database.insert(mailQueue).values({ sealedMail, expiresAt: fromNow(lifetimeSeconds), isAwaited });
}

/** @throws DecryptionError if AUTH_SECRET has changed since the mail was queued. */
export function decryptMail(secrets: Secrets, sealedMail: string): MailContent {
  return JSON.parse(secrets.decrypt(purpose, sealedMail)) as MailContent;
}
