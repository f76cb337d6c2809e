import { brand } from "#brand/brand.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { languageInfo, type Language } from "#i18n/languages.ts";
import { MailLink, MailText, renderMail } from "#server/mail/layout.tsx";
import type { Texts } from "#i18n/texts.gen.ts";
import type { Device } from "#lib/user-agent.ts";
import { deviceName } from "./device-name.ts";

/** A change to an account. */
export type Notice = {
  kind: keyof Texts["authMails"]["notices"];
  /**
   * What the text names: the new address, what was added or removed, the number of sessions that a user can have, or a device's IP
   * address.
   */
  name: string;
  /** The URL that undoes an email change, or where the user ends sessions. */
  link?: string;
  /** The device, and when it was used. */
  device?: Device;
  time?: string;
};

/** The mail that reports a change to an account, and whom to contact if someone else made it. */
export async function renderNoticeMail(
  language: Language,
  { kind, name, link, device, time }: Notice,
): Promise<{ subject: string; html: string; text: string }> {
  const t = (await serverI18n(language)).translate("authMails");
  const isUndo = kind === "emailChanged";
  const body = await renderMail({
    language,
    dir: languageInfo(language).dir,
    brandName: brand.name,
    preview: t(`notices.${kind}.preview`),
    children: (
      <>
        <MailText>
          <Isolated>
            {t(`notices.${kind}.text`, {
              name: isolate(name),
              device: device && deviceName(t, device),
              time: time && isolate(time),
            })}
          </Isolated>
        </MailText>
        {link && (
          <MailText>
            {t(isUndo ? "undo.text" : "endSession.text")}{" "}
            <MailLink href={link}>{t(isUndo ? "undo.link" : "endSession.link")}</MailLink>
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
