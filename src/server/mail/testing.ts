import { afterEach, beforeEach } from "vitest";
import type { Database } from "#server/database/connect.ts";
import { createSecrets } from "#server/secret.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { type SmtpTestServer, startSmtpServer } from "../../../testing/smtp.ts";
import type { Mail, MailTransport } from "./mail.ts";
import { queueMail } from "./queue.ts";
import { mailQueue } from "./table.ts";
import { createTransport } from "./transport.ts";
import { type MailTimes, type MailWorker, startMailWorker } from "./worker.ts";

export const testSecret = "a secret of more than 32 characters, for tests";
export const testSecrets = createSecrets(testSecret);

/** A mail that contains a code. */
export function testMail(to: string, changes: Partial<Mail> = {}): Mail {
  const code = "482913";
  return {
    to,
    subject: "Your verification code",
    html: `<p>To verify: <b>${code}</b></p>`,
    text: `To verify: ${code}\n`,
    code,
    isAwaited: true,
    lifetimeSeconds: 600,
    ...changes,
  };
}

/** A log that collects its lines. */
export function createTestLog() {
  const lines: string[] = [];
  const write = (level: string) => (details: unknown, message?: string) => {
    lines.push(
      `${level}: ${message ?? ""} ${typeof details === "string" ? details : JSON.stringify(details)}`,
    );
  };
  return { lines, info: write("info"), warn: write("warn"), error: write("error") };
}

/** Short, so that tests are quick. */
const quickTimes: Partial<MailTimes> = {
  pollMs: 50,
  attemptTimeoutMs: 20_000,
  leaseMs: 60_000,
  stateMs: 0,
  firstRetryMs: 50,
  maxRetryMs: 100,
};

/** Creates a database and a mail server for each test, and stops its workers at the end. */
export function setUpMail() {
  let database: TestDatabase;
  let smtp: SmtpTestServer;
  let log: ReturnType<typeof createTestLog>;
  let workers: MailWorker[];
  beforeEach(async () => {
    [database, smtp] = await Promise.all([createTestDatabase(), startSmtpServer()]);
    log = createTestLog();
    workers = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await smtp.close();
    await database.drop();
  });

  const viaSmtp = (url = smtp.url) =>
    createTransport({ smtpUrl: url, mailFrom: "Books <books@example.org>", dataDir: "unused" }, log);

  return {
    get database() {
      return database;
    },
    get smtp() {
      return smtp;
    },
    get log() {
      return log;
    },
    viaSmtp,
    start({
      on = database,
      transport = viaSmtp(),
      perSecond,
      ...times
    }: Partial<MailTimes> & { on?: Database; transport?: MailTransport; perSecond?: number } = {}) {
      const worker = startMailWorker({
        database: on,
        secrets: testSecrets,
        transport,
        perSecond,
        log,
        times: { ...quickTimes, ...times },
      });
      workers.push(worker);
      return worker;
    },
    queue: (to: string, changes?: Partial<Mail>) =>
      queueMail(database.sql, testSecrets, testMail(to, changes)),
    rows: () => database.sql.select().from(mailQueue),
    /** Makes all queued mails older. */
    age: (seconds: number) =>
      database.pool.query("UPDATE mail_queue SET created_at = created_at - make_interval(secs => $1)", [
        seconds,
      ]),
  };
}

/** For expect.poll, long enough for a busy machine. */
export const pollOptions = { timeout: 15_000, interval: 20 };
