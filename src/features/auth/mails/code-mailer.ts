import { serverI18n } from "#i18n/i18n.ts";
import { defaultLanguage, isLanguage } from "#i18n/languages.ts";
import { queueMail } from "#server/mail/queue.ts";
import type { Secrets } from "#server/secret.ts";
import type { PrepareCodeMail } from "../codes/server/request-code.ts";

/** Renders the mails with codes in the requester's language, and queues them. */
export function createCodeMailer(secrets: Secrets): PrepareCodeMail {
  return async ({ email, purpose, code, expiresAt, language: key }) => {
    const language = isLanguage(key) ? key : defaultLanguage;
    // Loaded with the first mail, as it imports a renderer that no page needs.
    const { renderCodeMail } = await import("./code-mail.tsx");
    const t = (await serverI18n(language)).getFixedT(language, "authMails");
    const mail = await renderCodeMail(t, language, {
      purpose,
      code,
      expiresInMinutes: Math.ceil((expiresAt.getTime() - Date.now()) / 60_000),
    });
    return (database) => queueMail(database, secrets, { ...mail, to: email, code, expiresAt });
  };
}
