import type { OperationContext } from "#rpc/context.ts";
import type { Sql } from "#server/database/connect.ts";
import { queueMail } from "#server/mail/queue.ts";
import type { Notice } from "./notice-mail.tsx";

/** How long the queue retries to deliver a notice. */
const noticeLifetimeMs = 3 * 24 * 60 * 60 * 1_000;

/** Queues a security notice about an account, if the transaction commits: its owner learns what someone else did. */
export async function sendNotice(
  database: Sql,
  { secrets, language }: OperationContext,
  { to, ...notice }: Notice & { to: string },
): Promise<void> {
  // Loaded with the first mail, as it imports a renderer that nothing else needs.
  const { noticeMail } = await import("./notice-mail.tsx");
  const mail = await noticeMail(language, notice);
  await queueMail(database, secrets, { ...mail, to, expiresAt: new Date(Date.now() + noticeLifetimeMs) });
}
