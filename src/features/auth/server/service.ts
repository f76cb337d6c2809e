import { detectLanguage } from "#i18n/detect.ts";
import { services } from "#server/services.ts";
import { createCodeMails } from "../mails/code-mails.ts";
import { type Auth, createAuth } from "./auth.ts";

let auth: Auth | undefined;

/** The process's authentication service, created on first use. */
export function authService(): Auth {
  return (auth ??= createAuth({
    ...services(),
    languageOf: detectLanguage,
    prepareCodeMail: createCodeMails(services().secrets),
  }));
}
