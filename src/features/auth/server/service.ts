import { detectLanguage } from "#i18n/detect.ts";
import { services } from "#server/services.ts";
import { type Auth, createAuth } from "./auth.ts";
import { createCodeMails } from "../mails/code-mails.ts";

let created: Auth | undefined;

/** The process's authentication service, made when it is first asked for. */
export function authService(): Auth {
  return (created ??= createAuth({
    ...services(),
    languageOf: detectLanguage,
    prepareCodeMail: createCodeMails(services().secrets),
  }));
}
