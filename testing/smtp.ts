import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A received mail. */
export type ReceivedMail = Email & {
  /** The addresses in RCPT TO, in lower case. */
  recipients: string[];
  /** The original text with headers. */
  raw: string;
};

/**
 * How the server handles mails: "450" and "550" reject the recipient, "hang" never responds to RCPT TO, "drop" closes the
 * connection instead of accepting the message, "ok" accepts it.
 */
export type SmtpMode = "ok" | "450" | "550" | "hang" | "drop";

export type SmtpTestServer = {
  /** For SMTP_URL. */
  url: string;
  /** All accepted mails, oldest first. */
  messages: ReceivedMail[];
  /**
   * Waits for the next mail to an address that no earlier call has returned.
   * @throws after `timeoutMs`
   */
  waitForMail(to: string, timeoutMs?: number): Promise<ReceivedMail>;
  /** Sets the mode from now on, for all addresses or for `to` only. */
  setMode(mode: SmtpMode, to?: string): void;
  close(): Promise<void>;
};

/** Starts a mail server on a free port, without encryption. It accepts any user and password. */
export async function startSmtpServer(): Promise<SmtpTestServer> {
  const messages: ReceivedMail[] = [];
  const returned = new Set<ReceivedMail>();
  const modes = new Map<string, SmtpMode>();
  let generalMode: SmtpMode = "ok";
  let arrival = Promise.withResolvers<void>();
  const modeFor = (address: string) => modes.get(address.toLowerCase()) ?? generalMode;

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "someone" }),
    onRcptTo({ address }, _session, done) {
      const mode = modeFor(address);
      if (mode === "hang") return;
      if (mode === "450") return done(smtpError(450, "4.2.1 Try again later"));
      if (mode === "550") return done(smtpError(550, `5.1.1 There is no <${address}> here`));
      done();
    },
    async onData(stream, session, done) {
      const raw = await buffer(stream).catch(() => undefined);
      if (!raw) return; // The client has closed the connection in the middle of the message.
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      if (recipients.some((address) => modeFor(address) === "drop")) return drop(session.id);
      messages.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString() });
      arrival.resolve();
      arrival = Promise.withResolvers();
      done();
    },
  });
  server.on("error", () => undefined); // Some tests close connections.

  function drop(id: string) {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
      if (connection.id === id) connection._socket.destroy();
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    async waitForMail(to, timeoutMs = 30_000) {
      const address = to.toLowerCase();
      const timeout = AbortSignal.timeout(timeoutMs);
      const timedOut = new Promise<never>((_resolve, reject) => {
        const rejectWithReason = () => {
          const others = messages
            .filter((mail) => !returned.has(mail))
            .flatMap(({ recipients }) => recipients);
          const newest = others.slice(-3).join(", ") || "nobody";
          reject(
            new Error(`No mail reached ${to} within ${timeoutMs} ms; the last others went to ${newest}`),
          );
        };
        timeout.addEventListener("abort", rejectWithReason, { once: true });
      });
      for (;;) {
        const found = messages.find((mail) => !returned.has(mail) && mail.recipients.includes(address));
        if (found) {
          returned.add(found);
          timedOut.catch(() => undefined);
          return found;
        }
        await Promise.race([arrival.promise, timedOut]);
      }
    },
    setMode(mode, to) {
      if (to) modes.set(to.toLowerCase(), mode);
      else generalMode = mode;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
