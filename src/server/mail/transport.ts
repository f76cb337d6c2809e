import { createTransport as createSmtpTransport } from "nodemailer";
import addressParser from "nodemailer/lib/addressparser";
import { type Config, isLoopback } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import type { MailTransport } from "./mail.ts";
import { createMailbox, mailboxFolder } from "./mailbox.ts";

/**
 * Delivers mails to the mail server in SMTP_URL or, without one, to the embedded mailbox.
 * @throws Error if MAIL_FROM is not an address; the message is shown to the user
 */
export function createTransport(
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir">,
  log: Pick<Log, "info">,
): MailTransport {
  if (config.smtpUrl) return smtpTransport(config.smtpUrl, config.mailFrom);
  const mailbox = createMailbox(mailboxFolder(config.dataDir));
  return {
    async send({ to, subject, html, text, code }) {
      await mailbox.add({ to, subject, html, text, code });
      if (code) log.info(`Code for ${to}: ${code}`);
    },
  };
}

/** In milliseconds. Options in SMTP_URL's query override them. The worker aborts an attempt after 30 s in any case. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

function smtpTransport(smtpUrl: string, mailFrom: string): MailTransport {
  const [from] = addressParser(mailFrom, { flatten: true });
  if (!from?.address || !/^[^@]+@[^@]+$/.test(from.address)) {
    throw new Error("MAIL_FROM must be one email address, for example Books <mail@example.com>.");
  }
  const { address, name } = from;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const server = new URL(smtpUrl);
  const smtp = createSmtpTransport({
    url: smtpUrl,
    ...timeouts,
    // Otherwise an attacker on the network could hide the server's TLS support and read the credentials.
    requireTLS: server.username !== "" && !isLoopback(server.hostname),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ id, to, subject, html, text }, signal) {
      await smtp.sendMail({
        from: { name: name ?? "", address },
        // An object is not parsed, so it is always one address.
        to: { name: "", address: to },
        subject,
        html,
        text,
        // The same in each attempt, so that mailboxes can detect duplicates.
        messageId: `<${id}@${domain}>`,
        xMailer: false,
        // Prevents automatic replies (RFC 3834).
        headers: { "Auto-Submitted": "auto-generated" },
        signal,
      });
    },
  };
}
