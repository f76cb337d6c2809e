import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import { queueMail } from "#server/mail/queue.ts";

/** How long the queue retries to deliver these mails. */
const lifetimeMs = 3 * 24 * 60 * 60 * 1_000;

/** Queues the invitation of a new user in a transaction, in the administrator's language. */
export async function queueInvitation(sql: Sql, context: OperationContext, email: string): Promise<void> {
  const link = new URL("/login", context.baseUrl).href;
  const inviter = requireCaller(context).user.name;
  // Loaded with the first mail, as it imports a renderer that nothing else needs.
  const { renderInvitation } = await import("./user-mails.tsx");
  await queue(sql, context, email, await renderInvitation(context.language, { inviter, email, link }));
}

/** Queues the notice to a user's previous email in a transaction. */
export async function queueEmailReplaced(sql: Sql, context: OperationContext, email: string): Promise<void> {
  const { renderEmailReplaced } = await import("./user-mails.tsx");
  await queue(sql, context, email, await renderEmailReplaced(context.language));
}

async function queue(
  sql: Sql,
  { secrets }: OperationContext,
  to: string,
  mail: { subject: string; html: string; text: string },
): Promise<void> {
  await queueMail(sql, secrets, { ...mail, to, expiresAt: new Date(Date.now() + lifetimeMs) });
}
