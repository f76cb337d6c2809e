import type { MailTemplate, MailTemplates } from "#server/mail/template.ts";
import type texts from "../mails/messages/en.json";
import { renderEmailReplaced, renderInvitation } from "../mails/user-mails.tsx";

/** One for each that has texts. */
export const mails: MailTemplates = {
  invitation: {
    properties: { inviter: "Ada Admin", email: "nadia@example.com" },
    render: (language, { inviter = "", email = "" }) =>
      renderInvitation(language, { inviter, email, link: "https://example.com/login" }),
  },
  emailReplaced: { properties: {}, render: (language) => renderEmailReplaced(language) },
} satisfies Record<keyof typeof texts, MailTemplate>;
