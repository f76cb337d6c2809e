import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type AuthClient, createAuthClient } from "../auth-client.ts";
import { type Mailbox, openMailbox, startMailServer } from "../e2e/support/mail.ts";
import { addPerson } from "../e2e/support/people.ts";
import { startServer, type TestServer } from "../e2e/support/server.ts";
import { freePort } from "../ports.ts";

/** Several instances of the product, with one database, secret, mail server and DATA_DIR. */
export type Instances = {
  ports: number[];
  /** Stops an instance as a deployment does, and starts it again. */
  restart(index: number): Promise<void>;
  mailbox: Mailbox;
  /** Signs in a new administrator through a URL that leads to an instance. */
  signIn(url: string): Promise<AuthClient>;
};

/**
 * Starts instances until the test ends.
 * @param o.proxyPort where people reach them; without it, at the first one
 * @param o.port of the first one
 */
export async function startInstances(o: {
  count: number;
  databaseUrl: string;
  proxyPort?: number;
  port?: number;
  env?: Record<string, string>;
  /** Further settings of each. */
  envOf?: (index: number) => Record<string, string>;
}): Promise<Instances> {
  const mail = await startMailServer();
  onTestFinished(mail.close);
  const dataDir = mkdtempSync(join(tmpdir(), "app-deploy-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const ports = o.port === undefined ? [] : [o.port];
  while (ports.length < o.count) ports.push(await freePort());
  const start = (port: number, index: number) =>
    startServer({
      PORT: String(port),
      BASE_URL: `http://localhost:${o.proxyPort ?? port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: o.databaseUrl,
      SMTP_URL: mail.smtpUrl,
      AUTH_SECRET: "a secret that all of the instances share",
      ...o.env,
      ...o.envOf?.(index),
    });
  const servers: TestServer[] = [];
  for (const [index, port] of ports.entries()) servers.push(await start(port, index));
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));

  const mailbox = openMailbox(mail.mailboxUrl);
  return {
    ports,
    mailbox,
    async restart(index) {
      await servers[index]?.stop();
      servers[index] = await start(ports[index] ?? 0, index);
    },
    async signIn(url) {
      const { email } = await addPerson({ connectionString: o.databaseUrl }, { role: "admin" });
      const client = createAuthClient(url);
      await client.requestCode(email);
      const code = await mailbox.codeFor(email);
      const { status } = await client.verifyCode(email, code);
      if (status !== 200) throw new Error(`Signing in failed with ${status}`);
      return client;
    },
  };
}
