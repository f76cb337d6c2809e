import { serverI18n } from "#i18n/i18n.ts";
import { defaultLanguage, isLanguage } from "#i18n/languages.ts";
import { queueMail } from "#server/mail/queue.ts";
import type { Secrets } from "#server/secret.ts";
import type { PrepareCodeMail } from "../codes/server/request-code.ts";
import { codeMinutes } from "../limits.ts";
import { parseUserAgent } from "#lib/user-agent.ts";

/** Renders the mails with codes in the requester's language, and queues them. */
export function createCodeMailer({ secrets, baseUrl }: { secrets: Secrets; baseUrl: URL }): PrepareCodeMail {
  return async ({ email, purpose, code, isAwaited, language: key, linkTokens, requester }) => {
    const language = isLanguage(key) ? key : defaultLanguage;
    // Loaded with the first mail, as it imports a renderer that no page needs.
    const { renderCodeMail } = await import("./code-mail.tsx");
    const t = (await serverI18n(language)).translate("authMails");
    const mail = await renderCodeMail(t, language, {
      purpose,
      code,
      expiresInMinutes: codeMinutes,
      client: { address: requester.clientAddress, ...parseUserAgent(requester.userAgent) },
      links: {
        unlock: linkUrl(baseUrl, { token: linkTokens.unlock }),
        stop: linkUrl(baseUrl, { purpose: "stop", token: linkTokens.stop }),
      },
    });
    const lifetimeSeconds = 60 * codeMinutes;
    return (database) =>
      queueMail(database, secrets, { ...mail, to: email, code, isAwaited, lifetimeSeconds });
  };
}

function linkUrl(baseUrl: URL, search: Record<string, string>): string {
  return new URL(`/login/link?${new URLSearchParams(search)}`, baseUrl).href;
}
