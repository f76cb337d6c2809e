import { brand } from "#brand/brand.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { languageInfo, type Language } from "#i18n/languages.ts";
import { MailText, renderMail } from "#server/mail/layout.tsx";

/** Tells the old address of an account of its new one: whoever it was taken from learns of it, and whom to ask. */
export async function emailChangedMail(
  language: Language,
  newEmail: string,
): Promise<{ subject: string; html: string; text: string }> {
  const t = (await serverI18n(language)).getFixedT(language, "accountMails");
  const body = await renderMail({
    language,
    dir: languageInfo(language).dir,
    brandName: brand.name,
    preview: t("emailChanged.preview"),
    children: (
      <>
        <MailText>
          <Isolated>{t("emailChanged.text", { email: isolate(newEmail) })}</Isolated>
        </MailText>
        <MailText soft>
          <Isolated>{t("emailChanged.warning", { contact: isolate(brand.email) })}</Isolated>
        </MailText>
      </>
    ),
  });
  return { subject: t("emailChanged.subject"), ...body };
}
