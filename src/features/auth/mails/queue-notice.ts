import type { OperationContext } from "#rpc/context.ts";
import type { Sql } from "#server/database/connect.ts";
import { queueMail } from "#server/mail/queue.ts";
import type { Notice } from "./notice-mail.tsx";

/** How long the queue retries to deliver a notice. */
const lifetimeSeconds = 3 * 24 * 60 * 60;

/** Queues a notice to an account's email in a transaction, so that the user notices changes that someone else made. */
export async function queueNotice(
  database: Sql,
  { secrets, language }: Pick<OperationContext, "secrets" | "language">,
  { to, ...notice }: Notice & { to: string },
): Promise<void> {
  // Loaded with the first mail, as it imports a renderer that nothing else needs.
  const { renderNoticeMail } = await import("./notice-mail.tsx");
  const mail = await renderNoticeMail(language, notice);
  await queueMail(database, secrets, {
    ...mail,
    to,
    isAwaited: false,
    lifetimeSeconds,
  });
}
