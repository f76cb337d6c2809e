import type { ReactNode } from "react";
import { brand } from "#brand/brand.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { languageInfo } from "#i18n/languages.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import { MailLink, MailText, renderMail } from "#server/mail/layout.tsx";
import { queueMail } from "#server/mail/queue.ts";

/** How long the queue retries to deliver these mails. */
const lifetimeSeconds = 3 * 24 * 60 * 60;

/** Queues the invitation of a new user in a transaction, in the administrator's language. */
export async function queueInvitation(sql: Sql, context: OperationContext, email: string): Promise<void> {
  const t = (await serverI18n(context.language)).translate("usersMails");
  const product = isolate(brand.name);
  const inviter = requireCaller(context).user.name;
  await queue(sql, context, {
    to: email,
    subject: t("invitation.subject", { product: brand.name }),
    preview: t("invitation.preview"),
    children: (
      <>
        <MailText>
          <Isolated>
            {inviter
              ? t("invitation.text", { product, name: isolate(inviter) })
              : t("invitation.textWithoutName", { product })}
          </Isolated>
        </MailText>
        <MailText>
          <Isolated>{t("invitation.logIn", { email: isolate(email) })}</Isolated>{" "}
          <MailLink href={new URL("/login", context.baseUrl).href}>{t("invitation.link")}</MailLink>
        </MailText>
        <MailText soft>{t("invitation.ignore")}</MailText>
      </>
    ),
  });
}

/** Tells the previous email of an account that an administrator has entered another one, in a transaction. */
export async function queueEmailReplaced(sql: Sql, context: OperationContext, email: string): Promise<void> {
  const t = (await serverI18n(context.language)).translate("usersMails");
  await queue(sql, context, {
    to: email,
    subject: t("emailReplaced.subject"),
    preview: t("emailReplaced.preview"),
    children: (
      <>
        <MailText>{t("emailReplaced.text")}</MailText>
        <MailText soft>
          <Isolated>{t("emailReplaced.contact", { contact: isolate(brand.email) })}</Isolated>
        </MailText>
      </>
    ),
  });
}

async function queue(
  sql: Sql,
  { secrets, language }: OperationContext,
  { to, subject, ...content }: { to: string; subject: string; preview: string; children: ReactNode },
): Promise<void> {
  const layout = { language, dir: languageInfo(language).dir, brandName: brand.name };
  const mail = await renderMail({ ...layout, ...content });
  await queueMail(sql, secrets, {
    ...mail,
    subject,
    to,
    isAwaited: false,
    lifetimeSeconds,
  });
}
