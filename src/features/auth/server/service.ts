import { detectLanguage } from "#i18n/detect.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { createCodeMailer } from "../mails/code-mailer.ts";
import { type Auth, createAuth } from "./auth.ts";

const created = new WeakMap<RequestContext["services"], Auth>();

/** The process's authentication service, created with the first request that needs it. */
export function authService({ services }: Pick<RequestContext, "services">): Auth {
  const existing = created.get(services);
  if (existing) return existing;
  const auth = createAuth({
    ...services,
    languageOf: detectLanguage,
    prepareCodeMail: createCodeMailer({ secrets: services.secrets, baseUrl: services.config.baseUrl }),
  });
  created.set(services, auth);
  return auth;
}
