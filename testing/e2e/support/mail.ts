import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSmtpServer } from "../../smtp.ts";

/** The parts of a sent mail that tests use. */
export type Mail = { subject: string; text: string; html: string; recipients: string[]; raw: string };

/** Reads the mail that a server sent over SMTP. */
export type Mailbox = {
  /** The oldest mail to an email that no call has returned yet. Throws if none arrives within 30 s. */
  waitFor(to: string): Promise<Mail>;
  /** The code in that mail: the line of six digits. */
  codeFor(to: string): Promise<string>;
};

/** Starts a mail server, and an HTTP server from which other processes read its mail (`openMailbox`). */
export async function startMailServer(): Promise<{
  smtpUrl: string;
  mailboxUrl: string;
  close(): Promise<void>;
}> {
  const smtp = await startSmtpServer();
  const http = createServer((req, res) => {
    const to = new URL(req.url ?? "/", "http://localhost").searchParams.get("to") ?? "";
    smtp.waitForMail(to).then(
      ({ subject = "", text = "", html = "", recipients, raw }) =>
        res.end(JSON.stringify({ subject, text, html, recipients, raw } satisfies Mail)),
      (error: unknown) => res.writeHead(404).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    smtpUrl: smtp.url,
    mailboxUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      http.close();
      http.closeAllConnections();
      await smtp.close();
    },
  };
}

/** @param mailboxUrl from `startMail` */
export function openMailbox(mailboxUrl: string): Mailbox {
  const waitFor = async (to: string) => {
    const response = await fetch(`${mailboxUrl}/?${new URLSearchParams({ to })}`);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Mail;
  };
  return {
    waitFor,
    async codeFor(to) {
      const { text } = await waitFor(to);
      const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
      if (!code) throw new Error(`The mail to ${to} has no line with a code:\n${text}`);
      return code;
    },
  };
}
