import { eq } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import { defaultLanguage, isLanguage } from "#i18n/languages.ts";
import type { OperationContext } from "#rpc/context.ts";
import { recordSecurityEvent } from "#server/activity/security-events.ts";
import type { Config } from "#server/config.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import { queueNotice } from "../../mails/queue-notice.ts";
import { securityContext } from "../../server/auth-activity.ts";
import { clientOf } from "../../server/request-client.ts";
import type { SessionServices } from "../../sessions/server/create-session.ts";
import { providerName, socialProviders } from "../providers.ts";
import { listLinkedAccounts } from "../store.ts";

type Services = SessionServices & { database: Database; config: Pick<Config, "baseUrl" | "auth"> };

/** Tells the new email of an account which linked accounts can still log in: they don't depend on the email. */
export async function noticeLinkedAccounts(
  sql: Sql,
  context: OperationContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const linked = await listLinkedAccounts(sql, userId);
  if (linked.length === 0) return;
  const names = new Set(linked.map(({ provider }) => context.providerName(provider)));
  const name = new Intl.ListFormat(context.language).format(names);
  await queueNotice(sql, context, { to: email, kind: "accountsStillLinked", name });
}

/** Records, and tells a user by mail, that an account at a provider was linked to theirs, by themselves or by signing in with it. */
export async function reportLinkedAccount(
  services: Services,
  linked: { id: string; userId: string; providerId: string },
  headers: Headers,
): Promise<void> {
  const { database, config, secrets, languageOf } = services;
  const [owner] = await database.sql
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .where(eq(user.id, linked.userId));
  if (!owner) return;
  const key = languageOf({ url: config.baseUrl.href, headers });
  const language = isLanguage(key) ? key : defaultLanguage;
  const name = providerName(linked.providerId, socialProviders(config.auth));
  await queueNotice(database.sql, { secrets, language }, { to: owner.email, kind: "accountLinked", name });
  await recordSecurityEvent(database.sql, securityContext(services, clientOf(headers), owner), {
    event: "linkAccount",
    subject: { type: "linkedAccount", id: linked.id, name },
  });
}
