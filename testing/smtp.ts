import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as it reached the server. */
export type ReceivedMail = Email & {
  /** Who it was really for (RCPT TO), in lower case. */
  recipients: string[];
  /** As it came, headers and all. */
  raw: string;
};

/**
 * How the server treats mails: "450" and "550" refuse the recipient, "hang" never answers RCPT TO, "drop" ends the connection
 * in place of taking the message over, "ok" takes it.
 */
export type SmtpMode = "ok" | "450" | "550" | "hang" | "drop";

export type SmtpTestServer = {
  /** For SMTP_URL. */
  url: string;
  /** All that was taken over, oldest first. */
  messages: ReceivedMail[];
  /**
   * The oldest mail to an address that nobody has waited for yet, as soon as it is there.
   * @param deadline milliseconds from now, after which this throws
   */
  waitForMail(to: string, deadline?: number): Promise<ReceivedMail>;
  /** From now on, for everyone; or, where `to` is given, for that address alone. */
  setMode(mode: SmtpMode, to?: string): void;
  close(): Promise<void>;
};

/** A mail server on a free port of this machine, without encryption; any user and password will do. */
export async function startSmtpServer(): Promise<SmtpTestServer> {
  const messages: ReceivedMail[] = [];
  const waited = new Set<ReceivedMail>();
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
      if (mode === "450") return done(refusal(450, "4.2.1 Try again later"));
      if (mode === "550") return done(refusal(550, `5.1.1 There is no <${address}> here`));
      done();
    },
    async onData(stream, session, done) {
      const raw = await buffer(stream);
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      if (recipients.some((address) => modeFor(address) === "drop")) return drop(session.id);
      messages.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString() });
      arrival.resolve();
      arrival = Promise.withResolvers();
      done();
    },
  });
  server.on("error", () => undefined); // Clients that leave in the middle are what some tests are about.

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
    async waitForMail(to, deadline = 30_000) {
      const address = to.toLowerCase();
      const timeout = AbortSignal.timeout(deadline);
      const late = new Promise<never>((_resolve, reject) => {
        const why = () =>
          reject(new Error(`No mail reached ${to} within ${deadline} ms; ${messages.length} others did`));
        timeout.addEventListener("abort", why, { once: true });
      });
      for (;;) {
        const found = messages.find((mail) => !waited.has(mail) && mail.recipients.includes(address));
        if (found) {
          waited.add(found);
          late.catch(() => undefined);
          return found;
        }
        await Promise.race([arrival.promise, late]);
      }
    },
    setMode(mode, to) {
      if (to) modes.set(to.toLowerCase(), mode);
      else generalMode = mode;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
