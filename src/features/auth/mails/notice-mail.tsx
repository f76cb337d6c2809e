import { brand } from "#brand/brand.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { languageInfo, type Language } from "#i18n/languages.ts";
import { MailLink, MailText, renderMail } from "#server/mail/layout.tsx";

/** A change to an account. */
export type Notice = {
  kind:
    | "emailChanged"
    | "emailChangeUndone"
    | "passkeyAdded"
    | "passkeyRemoved"
    | "accountLinked"
    | "accountUnlinked"
    | "accountsStillLinked"
    | "oldestSessionEnded";
  /** The new address, the passkey's name, the names of social providers, or the number of sessions that a user can have. */
  name: string;
  /** The URL that undoes an email change. */
  link?: string;
};

/** The mail that reports a change to an account, and whom to contact if someone else made it. */
export async function renderNoticeMail(
  language: Language,
  { kind, name, link }: Notice,
): Promise<{ subject: string; html: string; text: string }> {
  const t = (await serverI18n(language)).getFixedT(language, "authMails");
  const body = await renderMail({
    language,
    dir: languageInfo(language).dir,
    brandName: brand.name,
    preview: t(`notices.${kind}.preview`),
    children: (
      <>
        <MailText>
          <Isolated>{t(`notices.${kind}.text`, { name: isolate(name) })}</Isolated>
        </MailText>
        {link && (
          <MailText>
            {t("undo.text")} <MailLink href={link}>{t("undo.link")}</MailLink>
          </MailText>
        )}
        <MailText soft>
          <Isolated>{t("warning", { contact: isolate(brand.email) })}</Isolated>
        </MailText>
      </>
    ),
  });
  return { subject: t(`notices.${kind}.subject`), ...body };
}
