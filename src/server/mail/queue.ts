import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { pendingNotification } from "#server/database/table.ts";
import type { Secrets } from "#server/secret.ts";
import { type Mail, validateMail } from "./mail.ts";
import { mailQueue } from "./table.ts";

/** Every instance is notified of new mails on this channel. */
export const mailChannel = "mail";

const purpose = "mail";

/** The part of a mail that is encrypted. */
export type MailContent = Omit<Mail, "expiresAt">;

/**
 * Queues a mail in the caller's transaction: it is sent right after the commit.
 * @throws TypeError if the mail could reach another recipient than intended (mail.ts)
 */
export async function queueMail(
  database: Sql,
  secrets: Secrets,
  { expiresAt, ...mail }: Mail,
): Promise<void> {
  validateMail(mail);
  const { to, subject, html, text, code } = mail;
  const content: MailContent = { to, subject, html, text, code };
  const sealedMail = secrets.encrypt(purpose, JSON.stringify(content));
  await database.execute(sql`
    WITH queued AS (
      INSERT INTO ${mailQueue} (sealed_mail, expires_at) VALUES (${sealedMail}, ${expiresAt.toISOString()}) RETURNING id
    )
    INSERT INTO ${pendingNotification} (channel, payload) SELECT ${mailChannel}, '' FROM queued`);
}

/** @throws DecryptionError if AUTH_SECRET has changed since the mail was queued. */
export function decryptMail(secrets: Secrets, sealedMail: string): MailContent {
  return JSON.parse(secrets.decrypt(purpose, sealedMail)) as MailContent;
}
