import { detectLanguage } from "#i18n/detect.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { isLanguage, defaultLanguage, languageInfo } from "#i18n/languages.ts";
import { queueMail } from "#server/mail/queue.ts";
import { services } from "#server/services.ts";
import { type Auth, createAuth } from "./auth.ts";
import type { PrepareCodeMail } from "./code-plugin/ask.ts";

let created: Auth | undefined;

/** The process's authentication service, made when it is first asked for. */
export function authService(): Auth {
  return (created ??= createAuth({ ...services(), languageOf: detectLanguage, prepareCodeMail }));
}

const prepareCodeMail: PrepareCodeMail = async ({ email, code, expiresAt, language: key }) => {
  const language = isLanguage(key) ? key : defaultLanguage;
  const { dir } = languageInfo(language);
  const texts = (await serverI18n(language)).getFixedT(language, "auth");
  const expiresInMinutes = Math.ceil((expiresAt.getTime() - Date.now()) / 60_000);
  // Loaded with the first mail: it brings a renderer along that no page needs.
  const { loginCodeMail } = await import("./mails/login-code.tsx");
  const mail = await loginCodeMail({
    t: (key, values) => texts(key, { ...values }),
    language,
    dir,
    code,
    expiresInMinutes,
  });
  return (database) => queueMail(database, services().secrets, { ...mail, to: email, code, expiresAt });
};
