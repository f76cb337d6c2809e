import type { Language } from "#i18n/languages.ts";

/** A kind of mail, as /dev/mails shows it. */
export type MailTemplate = {
  /** What the mail says that differs from mail to mail, with examples. */
  properties: Readonly<Record<string, string>>;
  render(
    language: Language,
    properties: Record<string, string>,
  ): Promise<{ subject: string; html: string; text: string }>;
};

/** The mails that a feature sends, by their names in /dev/mails/<name>: in its `parts/mails.server.ts`. */
export type MailTemplates = Readonly<Record<string, MailTemplate>>;
