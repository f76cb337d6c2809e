import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connect, type Database } from "#server/database/connect.ts";
import { databaseUrl, withDatabase } from "#server/database/connection.ts";
import { createSecrets } from "#server/secret.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { type SmtpTestServer, startSmtpServer } from "../../../testing/smtp.ts";
import type { Mail, MailTransport } from "./mail.ts";
import { queueMail } from "./queue.ts";
import { mailQueue } from "./table.ts";
import { createTestLog, mailTo, testSecret, testSecrets } from "./testing.ts";
import { createTransport } from "./transport.ts";
import { type MailTimes, type MailWorker, startMailWorker } from "./worker.ts";

let database: TestDatabase;
let smtp: SmtpTestServer;
let log: ReturnType<typeof createTestLog>;
let workers: MailWorker[];
const seconds = (count: number) => ({ timeout: count * 1_000, interval: 20 });

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

/** Looks often and retries soon, so that tests are quick; `poll` is long where being told of mails is the point. */
const quick: Partial<MailTimes> = {
  poll: 50,
  attempt: 1_000,
  lease: 2_000,
  firstRetry: 50,
  longestRetry: 100,
};

function start({
  on = database,
  transport = viaSmtp(),
  secrets = testSecrets,
  ...times
}: Partial<MailTimes> & { on?: Database; transport?: MailTransport; secrets?: typeof testSecrets } = {}) {
  const worker = startMailWorker({ database: on, secrets, transport, log, times: { ...quick, ...times } });
  workers.push(worker);
  return worker;
}

function viaSmtp(url = smtp.url) {
  return createTransport({ smtpUrl: url, mailFrom: "Flyleaf <books@example.org>", dataDir: "unused" }, log);
}

const queue = (to: string, changes?: Partial<Mail>) =>
  queueMail(database.sql, testSecrets, mailTo(to, changes));
const rows = () => database.sql.select().from(mailQueue);

describe("queueing", () => {
  test("a mail is sent as soon as its transaction commits, whoever's worker hears of it, and then erased", async () => {
    start({ poll: 60_000 });
    await expect.poll(listeners, seconds(5)).toBe(1);
    await database.sql.transaction(async (transaction) => {
      await queueMail(transaction, testSecrets, mailTo("nadia@example.com"));
      expect(smtp.messages).toEqual([]);
    });
    const mail = await smtp.waitForMail("nadia@example.com", 4_000);
    expect(mail.subject).toBe("Your verification code");
    expect(mail.text).toContain("To verify: 482913");
    expect(mail.html).toContain("<b>482913</b>");
    expect(mail.from).toMatchObject({ name: "Flyleaf", address: "books@example.org" });
    await expect.poll(rows, seconds(5)).toEqual([]);
  });

  test("a mail of a transaction that failed is never sent", async () => {
    start();
    const failing = database.sql.transaction(async (transaction) => {
      await queueMail(transaction, testSecrets, mailTo("nadia@example.com"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await queue("after@example.com");
    await smtp.waitForMail("after@example.com");
    expect(smtp.messages).toHaveLength(1);
  });

  test("the table shows neither the code nor the address nor anything else of a mail", async () => {
    await queue("nadia@example.com");
    const { rows: dump } = await database.pool.query("SELECT mail_queue::text AS row FROM mail_queue");
    expect(dump).toHaveLength(1);
    for (const secret of [
      "482913",
      "nadia",
      "example.com",
      "verif",
      Buffer.from("482913").toString("base64url"),
    ]) {
      expect(dump[0].row).not.toContain(secret);
    }
  });

  test("a mail that could reach someone else than meant is not queued", async () => {
    await expect(queue("a@example.com\r\nBcc: b@example.com")).rejects.toThrow(TypeError);
    expect(await rows()).toEqual([]);
  });
});

describe("mail servers that fail", () => {
  test("one that says 'later' is asked again until it takes the mail, and health tells meanwhile", async () => {
    smtp.refuse("450");
    const worker = start();
    expect(worker.health()).toBe("ok");
    await queue("nadia@example.com");
    await expect
      .poll(() => worker.health(), seconds(5))
      .toBe("failing: the mail server answered 450 to RCPT TO");
    await expect.poll(async () => (await rows())[0]?.attempts, seconds(5)).toBeGreaterThan(2);
    expect((await rows())[0]?.lastError).toBe("the mail server answered 450 to RCPT TO");
    smtp.refuse("ok");
    await smtp.waitForMail("nadia@example.com");
    await expect.poll(rows, seconds(5)).toEqual([]);
    await expect.poll(() => worker.health(), seconds(5)).toBe("ok");
    expect(smtp.messages).toHaveLength(1);
  });

  test("one that refuses a recipient for good is not asked again: the mail is erased, and the log says why without the address", async () => {
    smtp.refuse("550", "nobody@example.com");
    const worker = start();
    await queue("nobody@example.com");
    await expect.poll(() => log.lines.join(), seconds(5)).toMatch(/error: A mail was refused for good .*550/);
    await expect.poll(rows, seconds(5)).toEqual([]);
    expect(log.lines.join()).not.toMatch(/nobody|482913/);
    expect(worker.health()).toBe("ok");
  });

  test("one that hangs holds up nobody else's mail, and is given up", async () => {
    smtp.refuse("hang", "slow@example.com");
    start({ attempt: 500 });
    await queue("slow@example.com");
    await expect.poll(async () => (await rows())[0]?.attempts, seconds(5)).toBe(1);
    await queue("nadia@example.com");
    await smtp.waitForMail("nadia@example.com", 450);
    await expect
      .poll(async () => (await rows())[0]?.lastError, seconds(5))
      .toBe("the mail server took too long to answer");
    smtp.refuse("ok", "slow@example.com");
    await smtp.waitForMail("slow@example.com");
  });

  test("one that drops the connection in the middle gets the mail again", async () => {
    smtp.refuse("drop");
    const worker = start();
    await queue("nadia@example.com");
    await expect
      .poll(() => worker.health(), seconds(5))
      .toMatch(/^failing: no connection to the mail server/);
    smtp.refuse("ok");
    await smtp.waitForMail("nadia@example.com");
    await expect.poll(rows, seconds(5)).toEqual([]);
  });

  test("one that is not there is waited for", async () => {
    const { url } = smtp;
    await smtp.close();
    const worker = start({ transport: viaSmtp(url) });
    await queue("nadia@example.com");
    await expect
      .poll(() => worker.health(), seconds(5))
      .toBe("failing: no connection to the mail server (ECONNREFUSED)");
    expect(await rows()).toHaveLength(1);
  });

  test("a mail waits longer after each failure", async () => {
    smtp.refuse("450");
    start({ firstRetry: 200, longestRetry: 1_000, poll: 30 });
    await queue("nadia@example.com");
    const wait = async (attempts: number) => {
      await expect.poll(async () => (await rows())[0]?.attempts, seconds(8)).toBe(attempts);
      await expect.poll(() => log.lines.length, seconds(8)).toBe(attempts);
      return /"retryMs":(\d+)/.exec(log.lines.at(-1) ?? "")?.[1];
    };
    expect([await wait(1), await wait(2), await wait(3)]).toEqual(["200", "600", "1000"]);
  });
});

describe("what is erased unsent", () => {
  test("an expired mail, with a line in the log", async () => {
    await queue("late@example.com", { expiresAt: new Date(Date.now() - 1_000) });
    start();
    await expect.poll(rows, seconds(5)).toEqual([]);
    expect(log.lines.join()).toMatch(/error: A mail expired undelivered/);
    await queue("nadia@example.com");
    await smtp.waitForMail("nadia@example.com");
    expect(smtp.messages).toHaveLength(1);
  });

  test("a mail that was queued under another AUTH_SECRET", async () => {
    const other = createSecrets("another secret of more than 32 characters");
    await queueMail(database.sql, other, mailTo("nadia@example.com"));
    start();
    await expect.poll(rows, seconds(5)).toEqual([]);
    expect(log.lines.join()).toMatch(/refused for good .*another AUTH_SECRET/);
  });
});

describe("several processes", () => {
  test("two workers send each of many mails once", async () => {
    const other = connect(database.connection);
    try {
      const [first, second] = [start(), start({ on: other })];
      const addresses = Array.from({ length: 60 }, (_, index) => `person${index}@example.com`);
      await Promise.all(addresses.map((address) => queue(address)));
      await expect.poll(rows, seconds(20)).toEqual([]);
      expect(smtp.messages).toHaveLength(addresses.length);
      expect(new Set(smtp.messages.flatMap((mail) => mail.recipients))).toEqual(new Set(addresses));
      await Promise.all([first.stop(), second.stop()]);
    } finally {
      await other.close();
    }
  });

  test("a mail whose process was killed while sending it is sent by another one", async () => {
    smtp.refuse("hang");
    const program = `
      import { connect } from "#server/database/connect.ts";
      import { createTransport } from "#server/mail/transport.ts";
      import { startMailWorker } from "#server/mail/worker.ts";
      import { createSecrets } from "#server/secret.ts";
      const log = { info() {}, warn() {}, error: console.error };
      startMailWorker({
        database: connect({ connectionString: ${JSON.stringify(databaseUrl(database.connection))} }),
        secrets: createSecrets(${JSON.stringify(testSecret)}),
        transport: createTransport({ smtpUrl: ${JSON.stringify(smtp.url)}, mailFrom: "books@example.org" }, log),
        log,
        times: { lease: 1_000 },
      });`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      stdio: ["ignore", "ignore", "inherit"],
    });
    await queue("nadia@example.com");
    await expect.poll(async () => (await rows())[0]?.attempts, seconds(10)).toBe(1);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    smtp.refuse("ok");
    start();
    await smtp.waitForMail("nadia@example.com");
    await expect.poll(rows, seconds(5)).toEqual([]);
    expect(smtp.messages).toHaveLength(1);
  });
});

describe("a database that goes away", () => {
  test("takes no worker with it: it sends, and hears of mails, as soon as the database is back", async () => {
    const worker = start();
    await expect.poll(listeners, seconds(5)).toBe(1);
    const back = await cutOff();
    await expect.poll(() => worker.health(), seconds(10)).toBe("failing: the mail queue can't be read");
    await back();
    await expect.poll(() => worker.health(), seconds(10)).toBe("ok");
    await expect.poll(listeners, seconds(5)).toBe(1);
    await queue("nadia@example.com");
    await smtp.waitForMail("nadia@example.com");
    expect(log.lines.filter((line) => line.includes("can't be read"))).toHaveLength(1);
  });

  test("a mail that was delivered just then is erased later, not sent again", async () => {
    let back: (() => Promise<void>) | undefined;
    const direct = viaSmtp();
    const transport: MailTransport = {
      async send(mail, signal) {
        await direct.send(mail, signal);
        back ??= await cutOff();
      },
    };
    const worker = start({ transport });
    await queue("nadia@example.com");
    await expect.poll(() => worker.health(), seconds(10)).toMatch(/^failing/);
    await back?.();
    await expect.poll(rows, seconds(10)).toEqual([]);
    expect(smtp.messages).toHaveLength(1);
  });
});

describe("stopping", () => {
  test("lets a running delivery finish", async () => {
    const { promise: sending, resolve: begin } = Promise.withResolvers<void>();
    const { promise: release, resolve: end } = Promise.withResolvers<void>();
    const worker = start({ transport: { send: () => (begin(), release) } });
    await queue("nadia@example.com");
    await sending;
    const stopped = worker.stop();
    end();
    await stopped;
    expect(await rows()).toEqual([]);
  });

  test("does not wait for a mail server that hangs: the mail is due again at once", async () => {
    smtp.refuse("hang");
    const worker = start({ attempt: 30_000, stop: 100 });
    await queue("nadia@example.com");
    await expect.poll(async () => (await rows())[0]?.attempts, seconds(5)).toBe(1);
    const before = performance.now();
    await worker.stop();
    expect(performance.now() - before).toBeLessThan(1_000);
    smtp.refuse("ok");
    start();
    await smtp.waitForMail("nadia@example.com", 1_000);
  });

  test("sends nothing more, and leaves no connection behind", async () => {
    const worker = start();
    await expect.poll(listeners, seconds(5)).toBe(1);
    await worker.stop();
    await queue("nadia@example.com");
    worker.wake();
    await expect.poll(listeners, seconds(5)).toBe(0);
    expect(await rows()).toMatchObject([{ attempts: 0 }]);
    expect(database.pool.totalCount).toBe(database.pool.idleCount);
  });
});

test("the worker's look into a full queue goes by an index", async () => {
  await database.pool.query(`
    INSERT INTO mail_queue (sealed_mail, expires_at, next_attempt_at)
    SELECT 'v1.AAAA', now() + interval '1 hour', now() + n * interval '1 s' FROM generate_series(-5, 5000) AS n`);
  await database.pool.query("ANALYZE mail_queue");
  const { rows: plan } = await database.pool.query(`
    EXPLAIN SELECT id FROM mail_queue WHERE next_attempt_at <= now() AND expires_at > now()
    ORDER BY next_attempt_at LIMIT 4 FOR UPDATE SKIP LOCKED`);
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("mail_queue_next_attempt");
});

/** How many workers the database will tell of mails. */
async function listeners(): Promise<number> {
  const { rows: found } = await database.pool.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN mail'",
  );
  return found[0].count;
}

/** Ends every connection to the database and lets none in, until the returned function is called. */
async function cutOff(): Promise<() => Promise<void>> {
  const { rows: names } = await database.pool.query<{ name: string }>("SELECT current_database() AS name");
  const name = names[0]?.name ?? "";
  const admin = new pg.Client(withDatabase(database.connection, "postgres"));
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  return async () => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  };
}
