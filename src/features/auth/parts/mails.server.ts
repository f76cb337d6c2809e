import { serverI18n } from "#i18n/i18n.ts";
import type { MailTemplate, MailTemplates } from "#server/mail/template.ts";
import type { CodePurpose } from "../codes/server/create-code.ts";
import { codeMinutes } from "../limits.ts";
import { renderCodeMail } from "../mails/code-mail.tsx";
import texts from "../mails/messages/en.json";
import { type Notice, renderNoticeMail } from "../mails/notice-mail.tsx";

const device = { browser: "Firefox", system: "Windows" };
const address = "192.0.2.1";
const link = "https://example.com/link";

function codeTemplate(purpose: CodePurpose): MailTemplate {
  return {
    properties: { code: "482913", ...device, address },
    render: async (language, { code = "", browser = null, system = null, address: from = "" }) =>
      await renderCodeMail((await serverI18n(language)).translate("authMails"), language, {
        purpose,
        code,
        expiresInMinutes: codeMinutes,
        client: { browser, system, address: from },
        links: { unlock: link, stop: link },
      }),
  };
}

/** What notices name, where an example says more. */
const names: Partial<Record<Notice["kind"], string>> = {
  emailChanged: "new@example.com",
  emailChangeUndone: "old@example.com",
  oldestSessionEnded: "50",
  newDevice: address,
};

function noticeTemplate(kind: Notice["kind"]): MailTemplate {
  const isOfDevice = kind === "newDevice";
  const hasLink = isOfDevice || kind === "emailChanged";
  return {
    properties: {
      name: names[kind] ?? "Ada’s phone",
      ...(isOfDevice && { ...device, time: "28 November 2026, 10:30 UTC" }),
    },
    render: async (language, { name = "", browser = null, system = null, time }) =>
      await renderNoticeMail(language, {
        kind,
        name,
        ...(hasLink && { link }),
        ...(isOfDevice && { device: { browser, system } }),
        ...(time !== undefined && { time }),
      }),
  };
}

const keysOf = <Key extends string>(group: Record<Key, unknown>) => Object.keys(group) as Key[];

/** All that have texts. */
export const mails: MailTemplates = Object.fromEntries([
  ...keysOf(texts.codes).map((purpose) => [`code-${purpose}`, codeTemplate(purpose)]),
  ...keysOf(texts.notices).map((kind) => [`notice-${kind}`, noticeTemplate(kind)]),
]);
