import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import type { Secrets } from "#server/secret.ts";
import { validateMail, type Mail } from "./mail.ts";
import { mailQueue } from "./table.ts";

/** The channel on which the database tells every instance's worker of new mails. */
export const mailChannel = "mail";

const purpose = "mail";

/** What is sealed in a row. */
export type MailContent = Omit<Mail, "expiresAt">;

/**
 * Queues a mail in the caller's transaction: it is sent if and only if that commits, and right after.
 * @throws TypeError where the mail could reach someone else than meant (mail.ts).
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
    SELECT pg_notify(${mailChannel}, '') FROM queued`);
}

/** @throws DecryptionError where AUTH_SECRET was another when the mail was queued. */
export function decryptMail(secrets: Secrets, sealedMail: string): MailContent {
  return JSON.parse(secrets.decrypt(purpose, sealedMail)) as MailContent;
}
