import type { OperationContext } from "#rpc/context.ts";
import type { Sql } from "#server/database/connect.ts";
import { queueMail } from "#server/mail/queue.ts";
import type { Notice } from "./notice-mail.tsx";

/** How long a notice is tried to be delivered, in milliseconds. */
const noticeLifetime = 3 * 24 * 60 * 60 * 1_000;

/** Tells an address what was done with its account, if the transaction commits: whoever did not do it learns of it. */
export async function sendNotice(
  database: Sql,
  { secrets, language }: OperationContext,
  { to, ...notice }: Notice & { to: string },
): Promise<void> {
  // Loaded with the first mail: it brings a renderer along that nothing else needs.
  const { noticeMail } = await import("./notice-mail.tsx");
  const mail = await noticeMail(language, notice);
  await queueMail(database, secrets, { ...mail, to, expiresAt: new Date(Date.now() + noticeLifetime) });
}
