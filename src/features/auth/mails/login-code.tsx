import { brand } from "#brand/brand.ts";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { MailCode, MailText, renderMail } from "#server/mail/layout.tsx";

type TextKey = `mail.loginCode.${"subject" | "preview" | "intro" | "validity" | "ignore"}`;

/**
 * The mail with a sign-in code (specification, "Login code e-mail"). The subject never holds the code.
 * @param o.t the texts of the namespace `auth` in `language`
 */
export async function loginCodeMail({
  t,
  language,
  dir,
  code,
  expiresInMinutes,
}: {
  t: (key: TextKey, values?: { count: number; expiration: string }) => string;
  language: Language;
  dir: "ltr" | "rtl";
  code: string;
  expiresInMinutes: number;
}): Promise<{ subject: string; html: string; text: string }> {
  const validity = { count: expiresInMinutes, expiration: formatNumber(language, expiresInMinutes) };
  const body = await renderMail({
    language,
    dir,
    brandName: brand.name,
    preview: t("mail.loginCode.preview"),
    children: (
      <>
        <MailText>{t("mail.loginCode.intro")}</MailText>
        <MailCode>{code}</MailCode>
        <MailText>{t("mail.loginCode.validity", validity)}</MailText>
        <MailText soft>{t("mail.loginCode.ignore")}</MailText>
      </>
    ),
  });
  return { subject: t("mail.loginCode.subject"), ...body };
}
