import type { Translate } from "#i18n/text-key.ts";
import { brand } from "#brand/brand.ts";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { type Language, languageInfo } from "#i18n/languages.ts";
import { MailCode, MailLink, MailText, renderMail } from "#server/mail/layout.tsx";
import type { CodePurpose } from "../codes/server/create-code.ts";
import type { MailLinkPurpose } from "../codes/server/mail-links.ts";
import type { Device } from "#lib/user-agent.ts";
import { deviceName } from "./device-name.ts";

export type CodeMail = {
  purpose: CodePurpose;
  code: string;
  expiresInMinutes: number;
  /** The client that requested the code. */
  client: Device & { address: string };
  /** URLs. */
  links: Record<MailLinkPurpose, string>;
};

/** The mail with a code (specification, "Login code e-mail"). The subject never contains the code. */
export async function renderCodeMail(
  t: Translate<"authMails">,
  language: Language,
  { purpose, code, expiresInMinutes, client, links }: CodeMail,
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
        <MailText soft>
          <Isolated>
            {t("client.text", { device: deviceName(t, client), address: isolate(client.address) })}
          </Isolated>
        </MailText>
        <MailText soft>
          {t("links.unlockText")} <MailLink href={links.unlock}>{t("links.unlock")}</MailLink>
        </MailText>
        <MailText soft>
          {t("links.stopText")} <MailLink href={links.stop}>{t("links.stop")}</MailLink>
        </MailText>
      </>
    ),
  });
  return { subject: t(`codes.${purpose}.subject`), ...body };
}
