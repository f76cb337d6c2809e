import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSmtpServer } from "../../smtp.ts";

/** A mail that the product sent, as far as tests look at it. */
export type Mail = { subject: string; text: string; html: string; recipients: string[]; raw: string };

/** Where tests read the mail that a server sent over SMTP. */
export type Mailbox = {
  /** The oldest mail to an address that nobody has waited for yet. Throws where none comes within 30 s. */
  waitFor(to: string): Promise<Mail>;
  /** The code in it: the line of the text that is nothing but six digits. */
  codeFor(to: string): Promise<string>;
};

/** A mail server, and the address at which other processes read what it took (`openMailbox`). */
export async function startMail(): Promise<{ smtpUrl: string; mailboxUrl: string; close(): Promise<void> }> {
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

/** @param mailboxUrl as `startMail` gives it */
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
