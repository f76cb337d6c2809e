import { brand } from "#brand/brand.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { type Language, languageInfo } from "#i18n/languages.ts";
import { MailLink, MailText, renderMail } from "#server/mail/layout.tsx";

type RenderedMail = { subject: string; html: string; text: string };

/**
 * Invites a user for whom an administrator has created an account.
 * @param o.inviter the administrator's name, if they have one
 * @param o.link the URL where the user logs in
 */
export async function renderInvitation(
  language: Language,
  { inviter, email, link }: { inviter: string | null; email: string; link: string },
): Promise<RenderedMail> {
  const t = (await serverI18n(language)).translate("usersMails");
  const product = isolate(brand.name);
  return {
    subject: t("invitation.subject", { product: brand.name }),
    ...(await renderMail({
      ...layoutOf(language),
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
    })),
  };
}

/** Tells the previous email of an account that an administrator has entered another one. */
export async function renderEmailReplaced(language: Language): Promise<RenderedMail> {
  const t = (await serverI18n(language)).translate("usersMails");
  return {
    subject: t("emailReplaced.subject"),
    ...(await renderMail({
      ...layoutOf(language),
      preview: t("emailReplaced.preview"),
      children: (
        <>
          <MailText>{t("emailReplaced.text")}</MailText>
          <MailText soft>
            <Isolated>{t("emailReplaced.contact", { contact: isolate(brand.email) })}</Isolated>
          </MailText>
        </>
      ),
    })),
  };
}

function layoutOf(language: Language) {
  return { language, dir: languageInfo(language).dir, brandName: brand.name };
}
