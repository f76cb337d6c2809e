import type { TFunction } from "i18next";
import { brand } from "#brand/brand.ts";
import { formatNumber } from "#i18n/formats.ts";
import { type Language, languageInfo } from "#i18n/languages.ts";
import { MailCode, MailText, renderMail } from "#server/mail/layout.tsx";
import type { CodePurpose } from "../codes/server/create-code.ts";

/** The mail with a code (specification, "Login code e-mail"). The subject never contains the code. */
export async function renderCodeMail(
  t: TFunction<"authMails">,
  language: Language,
  { purpose, code, expiresInMinutes }: { purpose: CodePurpose; code: string; expiresInMinutes: number },
): Promise<{ subject: string; html: string; text: string }> {
  const body = await renderMail({
    language,
    dir: languageInfo(language).dir,
    brandName: brand.name,
    preview: t(`codes.${purpose}.preview`),
    children: (
      <>
        <MailText>{t(`codes.${purpose}.intro`)}</MailText>
        <MailCode>{code}</MailCode>
        <MailText>
          {t("validity", { count: expiresInMinutes, expiration: formatNumber(language, expiresInMinutes) })}
        </MailText>
        <MailText soft>{t(`codes.${purpose}.ignore`)}</MailText>
      </>
    ),
  });
  return { subject: t(`codes.${purpose}.subject`), ...body };
}
