import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { DatabaseConnection } from "#server/database/connect.ts";
import { createAuthClient } from "../auth-client.ts";
import { addPerson, newAddress, query } from "../e2e/support/people.ts";
import { startServer } from "../e2e/support/server.ts";
import { clockSettings } from "../shifted-clock.ts";
import { startSmtpServer } from "../smtp.ts";
import { requirePackages, startPostgres } from "./debian.ts";
import { alertNames, startPrometheus } from "./prometheus.ts";

const token = "a token for the metrics";

/** Each alert, and how long Prometheus may take to fire it. */
const pollOptions = { timeout: 60_000, interval: 200 };

test(
  "each fault fires its alert in Prometheus, which reads the product as documented",
  { timeout: 300_000 },
  async (context) => {
    requirePackages(context, "postgresql", "prometheus");
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const standby = await postgres.startStandby({ isSynchronous: false }); // optional: replicas
    onTestFinished(standby.stop); // optional: replicas
    const smtp = await startSmtpServer();
    onTestFinished(smtp.close);
    const product = await startServer(
      {
        DATABASE_URL: postgres.url,
        DATABASE_REPLICA_URLS: standby.url, // optional: replicas
        SMTP_URL: smtp.url,
        METRICS_TOKEN: token,
        ...clockSettings(-15 * 60, { isLater: true }),
      },
      { stdout: openUnreadPipe() },
    );
    onTestFinished(async () => void (await product.stop()));
    const admin = await signIn(product.url, product.connection, smtp);
    const prometheus = await startPrometheus({
      port: Number(new URL(product.url).port),
      token,
      // A task runs each minute.
      replaced: { "upkeep_age_seconds > 900": "upkeep_age_seconds > 70" },
    });
    onTestFinished(prometheus.stop);
    await expect.poll(() => isRead(prometheus.url), pollOptions).toBe(true);
    expect(await prometheus.firing()).toEqual([]);

    const seen = new Set<string>();
    /** Makes a fault, and waits for its alerts, which didn't fire before. @returns what ends the fault has returned */
    async function expectAlerts(names: string[], fault: () => Promise<(() => unknown) | void>) {
      const before = await prometheus.firing();
      for (const name of names) expect(before).not.toContain(name);
      const end = await fault();
      await expect
        .poll(
          async () => (await prometheus.firing()).filter((name) => names.includes(name)).sort(),
          pollOptions,
        )
        .toEqual(names.toSorted());
      for (const name of names) seen.add(name);
      await end?.();
    }

    await breakUpkeep(product.connection);

    const whileLocked = [
      "LockTimeouts",
      "RequestsFail",
      "PagesSlow",
      "ConnectionsExhausted",
      "ServiceFailing",
    ];
    await expectAlerts(whileLocked, async () => {
      const locked = new pg.Client({ connectionString: postgres.url });
      locked.on("error", () => undefined); // If the test fails, PostgreSQL ends it.
      await locked.connect();
      await locked.query("BEGIN; LOCK TABLE session IN ACCESS EXCLUSIVE MODE");
      const requests = repeat(20, () => fetch(`${product.url}/manager/users`, { headers: admin.headers() }));
      return async () => {
        await locked.end();
        await requests.stop();
      };
    });

    await expectAlerts(["EventLoopBlocked"], async () => {
      const pid = product.pid ?? 0;
      const pauses = repeat(1, async () => {
        process.kill(pid, "SIGSTOP");
        await sleep(300);
        process.kill(pid, "SIGCONT");
        await sleep(300);
      });
      return pauses.stop;
    });

    await expectAlerts(["MailsWait"], async () => {
      smtp.setMode("450");
      await createAuthClient(product.url).requestCode(newAddress());
      await query(
        product.connection,
        "UPDATE mail_queue SET created_at = now() - interval '121 seconds'",
        [],
      );
    });
    await expectAlerts(["MailsExpire"], async () => {
      await query(product.connection, "UPDATE mail_queue SET expires_at = now()", []);
      return () => smtp.setMode("ok");
    });

    await expectAlerts(["LogLinesDropped"], async () => {
      const path = `/api/rpc/${"a".repeat(4_000)}`;
      for (let i = 0; i < 500; i += 1) await (await fetch(product.url + path)).text();
    });

    await expectAlerts(["BackupOld"], async () => {
      const old = "INSERT INTO last_backup (as_of) VALUES (now() - interval '29 hours')";
      await query(product.connection, old, []);
      return async () => {
        const folder = mkdtempSync(join(tmpdir(), "app-deploy-"));
        onTestFinished(() => rmSync(folder, { recursive: true }));
        const { PATH } = process.env;
        const env = { PATH, DATABASE_URL: postgres.url, ...product.data };
        execFileSync(process.execPath, ["dist/server/main.js", "backup", folder], { env });
        await expect
          .poll(async () => (await prometheus.firing()).includes("BackupOld"), pollOptions)
          .toBe(false);
      };
    });

    // optional: replicas
    await expectAlerts(["ReplicaBehind"], async () => {
      standby.query("SELECT pg_wal_replay_pause()");
      await admin.call("users/create", { name: "Ada", email: newAddress(), roles: ["user"] });
      return () => standby.query("SELECT pg_wal_replay_resume()");
    });
    // end: replicas

    await expectAlerts(["UpkeepStopped"], async () => {});

    await expectAlerts(["ClockSkew"], () => Promise.resolve(void process.kill(product.pid ?? 0, "SIGUSR2")));

    await expectAlerts(["DatabaseUnavailable"], async () => {
      postgres.signal("SIGSTOP");
      return () => postgres.signal("SIGCONT");
    });

    await expectAlerts(["InstanceDown"], async () => await product.kill());

    expect(seen).toEqual(new Set(alertNames));
  },
);

/** A pipe with space for the first lines, which is never read. */
function openUnreadPipe(): number {
  const folder = mkdtempSync(join(tmpdir(), "app-deploy-"));
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, "w");
  onTestFinished(() => {
    closeSync(reader);
    closeSync(writer);
    rmSync(folder, { recursive: true });
  });
  return writer;
}

async function signIn(
  url: string,
  connection: DatabaseConnection,
  smtp: Awaited<ReturnType<typeof startSmtpServer>>,
) {
  const { email } = await addPerson(connection, { role: "admin" });
  const client = createAuthClient(url);
  await client.requestCode(email);
  const { text } = await smtp.waitForMail(email);
  const code = /^\s*(\d{6})\s*$/m.exec(text ?? "")?.[1] ?? "";
  expect((await client.verifyCode(email, code)).status).toBe(200);
  return client;
}

/** Whether Prometheus has read the product's measurements. */
async function isRead(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/query?query=up`);
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
  return data.result.some(({ value }) => value[1] === "1");
}

/** Makes the task fail that ends bans: it runs a minute after the start. */
async function breakUpkeep(connection: DatabaseConnection) {
  const { email } = await addPerson(connection);
  const statements = [
    `UPDATE "user" SET banned = true, ban_expires = now() - interval '1 minute' WHERE email = '${email}'`,
    "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken''; END'",
    `CREATE TRIGGER fail BEFORE UPDATE ON "user" FOR EACH ROW WHEN (old.banned AND NOT new.banned) EXECUTE FUNCTION fail()`,
  ];
  for (const statement of statements) await query(connection, statement, []);
}

/** Does something again and again, in several rows at once, until `stop`. */
function repeat(rows: number, work: () => Promise<unknown>) {
  let isStopped = false;
  const running = Array.from({ length: rows }, async () => {
    while (!isStopped) await work().catch(() => undefined);
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
