import type { ReactNode } from "react";
import { brand } from "#brand/brand.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { type Language, languageInfo } from "#i18n/languages.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requireCaller } from "#rpc/enforce-permission.server.ts";
import type { Sql } from "#server/database/connect.ts";
import { MailLink, MailText, renderMail } from "#server/mail/layout.tsx";
import { queueMail } from "#server/mail/queue.ts";

/** How long the queue retries to deliver these mails. */
const lifetimeSeconds = 3 * 24 * 60 * 60;

type Rendered = { subject: string; html: string; text: string };

/** The invitation of a new user. @param o.inviter the administrator's name, if they have one */
export async function renderInvitation(
  language: Language,
  { inviter, email, link }: { inviter: string | null; email: string; link: string },
): Promise<Rendered> {
  const t = (await serverI18n(language)).translate("usersMails");
  const product = isolate(brand.name);
  return await render(language, {
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
          <MailLink href={link}>{t("invitation.link")}</MailLink>
        </MailText>
        <MailText soft>{t("invitation.ignore")}</MailText>
      </>
    ),
  });
}

/** Queues the invitation of a new user in a transaction, in the administrator's language. */
export async function queueInvitation(sql: Sql, context: OperationContext, email: string): Promise<void> {
  const inviter = requireCaller(context).user.name;
  const link = new URL("/login", context.baseUrl).href;
  await queue(sql, context, email, await renderInvitation(context.language, { inviter, email, link }));
}

/** What the previous email of an account gets when an administrator has entered another one. */
export async function renderEmailReplaced(language: Language): Promise<Rendered> {
  const t = (await serverI18n(language)).translate("usersMails");
  return await render(language, {
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

/** Tells the previous email of an account that an administrator has entered another one, in a transaction. */
export async function queueEmailReplaced(sql: Sql, context: OperationContext, email: string): Promise<void> {
  await queue(sql, context, email, await renderEmailReplaced(context.language));
}

async function render(
  language: Language,
  { subject, ...content }: { subject: string; preview: string; children: ReactNode },
): Promise<Rendered> {
  const layout = { language, dir: languageInfo(language).dir, brandName: brand.name };
  return { subject, ...(await renderMail({ ...layout, ...content })) };
}

async function queue(sql: Sql, { secrets }: OperationContext, to: string, mail: Rendered): Promise<void> {
  await queueMail(sql, secrets, { ...mail, to, isAwaited: false, lifetimeSeconds });
}
