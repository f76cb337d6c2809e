import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { databaseUrl, withDatabase } from "#server/database/connection.ts";
import type { MailTransport } from "./mail.ts";
import { queueMail } from "./queue.ts";
import { claimDueMails } from "./store.ts";
import { testMail, setUpMail, pollOptions, testSecret, testSecrets } from "./testing.ts";

const mail = setUpMail();

describe("several processes", () => {
  test("claim different mails without waiting for each other", async () => {
    await Promise.all(["a", "b", "c"].map((name) => mail.queue(`${name}@example.com`)));
    const claimed = await mail.database.sql.transaction(async (first) => {
      const own = await claimDueMails(first, { limit: 2, leaseMs: 60_000 });
      const others = await claimDueMails(mail.database.sql, { limit: 3, leaseMs: 60_000 });
      return { own, others };
    });
    expect(claimed.own).toHaveLength(2);
    expect(claimed.others).toHaveLength(1);
    expect(new Set([...claimed.own, ...claimed.others].map(({ id }) => id)).size).toBe(3);
    expect(await claimDueMails(mail.database.sql, { limit: 3, leaseMs: 60_000 })).toEqual([]);
  });

  test("send each of many mails once", async () => {
    const other = connect(mail.database.connection);
    try {
      const [first, second] = [mail.start(), mail.start({ on: other })];
      const addresses = Array.from({ length: 60 }, (_, index) => `person${index}@example.com`);
      await mail.database.sql.transaction(async (transaction) => {
        for (const address of addresses) await queueMail(transaction, testSecrets, testMail(address));
      });
      await expect.poll(mail.rows, pollOptions).toEqual([]);
      expect(mail.smtp.messages).toHaveLength(addresses.length);
      expect(new Set(mail.smtp.messages.flatMap((received) => received.recipients))).toEqual(
        new Set(addresses),
      );
      await Promise.all([first.stop(), second.stop()]);
    } finally {
      await other.close();
    }
  });

  test("together send no more mails a second than they may", async () => {
    const other = connect(mail.database.connection);
    try {
      const sent: string[] = [];
      const transport: MailTransport = { send: async ({ to }) => void sent.push(to) };
      const addresses = Array.from({ length: 12 }, (_, index) => `person${index}@example.com`);
      for (const address of addresses) await mail.queue(address);
      const before = performance.now();
      mail.start({ transport, perSecond: 10 });
      mail.start({ transport, perSecond: 10, on: other });
      await expect.poll(mail.rows, pollOptions).toEqual([]);
      // The first mail is sent at once, and timers can be a millisecond early.
      expect(performance.now() - before).toBeGreaterThan((addresses.length - 1) * 100 - 2);
      expect(sent.toSorted()).toEqual(addresses.toSorted());
      await mail.queue("later@example.com");
      await expect.poll(() => sent, pollOptions).toContain("later@example.com");
    } finally {
      await other.close();
    }
  });

  test("a mail whose process was killed while sending it is sent by another process", async () => {
    mail.smtp.setMode("hang");
    const program = `
      import { connect } from "#server/database/connect.ts";
      import { createTransport } from "#server/mail/transport.ts";
      import { startMailWorker } from "#server/mail/worker.ts";
      import { createSecrets } from "#server/secret.ts";
      const log = { info() {}, warn() {}, error: console.error };
      startMailWorker({
        database: connect({ connectionString: ${JSON.stringify(databaseUrl(mail.database.connection))} }),
        secrets: createSecrets(${JSON.stringify(testSecret)}),
        transport: createTransport({ smtpUrl: ${JSON.stringify(mail.smtp.url)}, mailFrom: "books@example.org" }, log),
        log,
        times: { leaseMs: 1_000 },
      });`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: fileURLToPath(new URL("../../..", import.meta.url)),
      stdio: ["ignore", "ignore", "inherit"],
    });
    await mail.queue("nadia@example.com");
    await expect.poll(async () => (await mail.rows())[0]?.attempts, pollOptions).toBeGreaterThan(0);
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await exited;
    mail.smtp.setMode("ok");
    mail.start();
    await mail.smtp.waitForMail("nadia@example.com");
    await expect.poll(mail.rows, pollOptions).toEqual([]);
    expect(mail.smtp.messages).toHaveLength(1);
  });
});

describe("a database that becomes unreachable", () => {
  test("doesn't stop the worker: it sends again as soon as the database is back", async () => {
    const worker = mail.start();
    const reconnect = await disconnect();
    await expect.poll(() => worker.health(), pollOptions).toBe("failing: the mail queue can't be read");
    await reconnect();
    await expect.poll(() => worker.health(), pollOptions).toBe("ok");
    await mail.queue("nadia@example.com");
    await mail.smtp.waitForMail("nadia@example.com");
    expect(mail.log.lines.filter((line) => line.includes("can't be read"))).toHaveLength(1);
  });
});

describe("stopping", () => {
  test("waits for a running delivery", async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const transport: MailTransport = {
      async send(_mail, signal) {
        begin();
        await released;
        signal.throwIfAborted();
      },
    };
    const worker = mail.start({ transport });
    await mail.queue("nadia@example.com");
    await begun;
    const stopped = worker.stop();
    expect(await mail.rows()).toHaveLength(1);
    release();
    await stopped;
    expect(await mail.rows()).toEqual([]);
  });

  test("does not wait for a mail server that hangs, and the mail is due again at once", async () => {
    mail.smtp.setMode("hang");
    const worker = mail.start({ stopTimeoutMs: 100 });
    await mail.queue("nadia@example.com");
    await expect.poll(async () => (await mail.rows())[0]?.attempts, pollOptions).toBe(1);
    const before = performance.now();
    await worker.stop();
    expect(performance.now() - before).toBeLessThan(10_000);
    mail.smtp.setMode("ok");
    mail.start();
    await mail.smtp.waitForMail("nadia@example.com");
  });

  test("does not wait for the turn of mails at a low rate, and they are due again at once", async () => {
    for (const name of ["a", "b", "c"]) await mail.queue(`${name}@example.com`);
    const worker = mail.start({ perSecond: 0.01, stopTimeoutMs: 100 });
    await expect.poll(mail.rows, pollOptions).toHaveLength(2);
    await worker.stop();
    const due = await claimDueMails(mail.database.sql, { limit: 3, leaseMs: 60_000 });
    expect(due.map(({ attempts }) => attempts)).toEqual([2, 2]);
    expect(mail.smtp.messages).toHaveLength(1);
  });

  test("sends nothing more, and leaves no connection open", async () => {
    const worker = mail.start();
    await worker.stop();
    await mail.database.sql.transaction((transaction) =>
      queueMail(transaction, testSecrets, testMail("nadia@example.com")),
    );
    expect(await mail.rows()).toMatchObject([{ attempts: 0 }]);
    expect(mail.database.pool.totalCount).toBe(mail.database.pool.idleCount);
  });
});

/** Closes every connection to the database and allows no new ones, until the returned function is called. */
async function disconnect(): Promise<() => Promise<void>> {
  const { rows: names } = await mail.database.pool.query<{ name: string }>(
    "SELECT current_database() AS name",
  );
  const name = names[0]?.name ?? "";
  const admin = new pg.Client(withDatabase(mail.database.connection, "postgres"));
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
  return async () => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  };
}
