import { createTransport as createSmtpTransport } from "nodemailer";
import addressParser from "nodemailer/lib/addressparser";
import { type Config, isLoopback } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { MailTransport } from "./mail.ts";
import { createMailbox, type Mailbox, mailboxFolder } from "./mailbox.ts";

/**
 * How mails leave: by the mail server in SMTP_URL, or into the embedded mailbox.
 * @param print shows a line in the terminal: the codes that reach the embedded mailbox, and no others.
 * @throws Error where MAIL_FROM is no address: a sentence for people.
 */
export function createTransport(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">,
  log: Pick<Log, "info">,
  print = (line: string): void => log.info(line),
): MailTransport {
  return config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : mailboxTransport(createMailbox(mailboxFolder(config.dataDir)), print);
}

/** Milliseconds; the worker ends an attempt after 30 s in any case. Options in SMTP_URL's query win. */
const limits = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

function smtpTransport(smtpUrl: string, mailFrom: string): MailTransport {
  const [from] = addressParser(mailFrom, { flatten: true });
  if (!from?.address || !/^[^@]+@[^@]+$/.test(from.address)) {
    throw new Error("MAIL_FROM must hold one e-mail address, such as Flyleaf <mail@example.com>.");
  }
  const { address, name } = from;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const server = new URL(smtpUrl);
  const smtp = createSmtpTransport({
    url: smtpUrl,
    ...limits,
    // Credentials never cross a network in the clear because someone on the way hid that the server can encrypt.
    requireTLS: server.username !== "" && !isLoopback(server.hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ id, to, subject, html, text }, signal) {
      await smtp.sendMail({
        from: { name: name ?? "", address },
        // As an object, it is one address whatever its characters.
        to: { name: "", address: to },
        subject,
        html,
        text,
        // The same at each attempt, so that a mailbox may recognise a mail that reached it twice.
        messageId: `<${id}@${domain}>`,
        xMailer: false,
        // Keeps absence notes from being sent back (RFC 3834).
        headers: { "Auto-Submitted": "auto-generated" },
        signal,
      });
    },
  };
}

function mailboxTransport(mailbox: Mailbox, print: (line: string) => void): MailTransport {
  return {
    async send({ to, subject, html, text, code }) {
      await mailbox.add({ to, subject, html, text, code });
      if (code) print(`Code for ${to}: ${code}`);
    },
  };
}
