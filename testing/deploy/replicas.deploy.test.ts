import { expect, onTestFinished, test, type TestContext } from "vitest";
import { connect } from "#server/database/connect.ts";
import { openReplicas } from "#server/database/replicas/replicas.ts";
import { checkReplicas } from "#server/database/replicas/check-replicas.ts";
import { watchDatabase } from "#server/database/watch.ts";
import { query } from "../e2e/support/people.ts";
import { recordLog } from "../log-lines.ts";
import { freePort } from "../ports.ts";
import { type Postgres, requirePackages, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";

async function startWithStandby(context: TestContext): Promise<{ primary: Postgres; standby: Postgres }> {
  requirePackages(context, "postgresql");
  const primary = await startPostgres();
  onTestFinished(primary.stop);
  const standby = await primary.startStandby({ isSynchronous: false });
  onTestFinished(standby.stop);
  return { primary, standby };
}

test("a replica is read from once it has what its reader wrote, is passed over within a second, and taken back", async (context) => {
  const { primary, standby } = await startWithStandby(context);
  const database = connect({ connectionString: primary.url });
  onTestFinished(() => database.close());
  const { log } = recordLog();
  const connections = [{ connectionString: standby.url }];
  const replicas = await openReplicas({ connections, primary: database, log });
  const connection = { connectionString: primary.url };
  const watch = watchDatabase({ connection, pool: database.pool, log, ask: replicas.askPrimary });
  onTestFinished(async () => {
    await watch.stop();
    await replicas.stop();
  });
  const choose = (position = 0n) => replicas.choose({ position, key: "someone" });
  await expect.poll(() => choose()).toBeDefined();

  standby.query("SELECT pg_wal_replay_pause()");
  await database.pool.query("CREATE TABLE book ()");
  const written = await replicas.readPosition();
  let isNotified = false;
  replicas.whenReplayed(() => (isNotified = true));
  await expect.poll(() => replicas.states()[0]?.lagSeconds).toBeGreaterThan(1);
  expect(choose(written)).toBeUndefined();
  expect(choose()).toBeDefined();
  expect(isNotified).toBe(false);

  standby.query("SELECT pg_wal_replay_resume()");
  await expect.poll(() => isNotified).toBe(true);
  const replica = choose(written);
  expect((await replica?.pool.query("SELECT count(*)::int AS count FROM book"))?.rows).toEqual([
    { count: 0 },
  ]);
  await expect.poll(() => replicas.states()[0]?.lagSeconds).toBeLessThan(1);

  const slow = replica?.pool.query("SELECT pg_sleep(60)").catch(() => "lost");
  standby.signal("SIGSTOP");
  const stoppedAt = performance.now();
  await expect.poll(() => choose(), { interval: 10 }).toBeUndefined();
  expect(await slow).toBe("lost");
  expect(performance.now() - stoppedAt).toBeLessThan(5_000);
  replicas.whenReplayed(() => (isNotified = false));
  // Pages are notified of changes without the lost replica.
  await expect.poll(() => isNotified).toBe(false);
  standby.signal("SIGCONT");
  await expect.poll(() => choose()).toBeDefined();

  // A promoted one has writes of its own.
  standby.promote();
  await expect.poll(() => choose()).toBeUndefined();
});

test("a replica that is none, is of another database or can't be reached stops the start, with one sentence without its password", async (context) => {
  const { primary, standby } = await startWithStandby(context);
  const problemOf = (url: string) =>
    checkReplicas(
      { databaseReplicaUrls: [standby.url, url] },
      { connectionString: primary.url },
      { log: recordLog().log, waitMs: 0 },
    ).then(() => "none", String);
  const unreachable = `postgres://app:s3cret@127.0.0.1:${await freePort()}/app`;
  expect(await problemOf(standby.url)).toBe("none");
  expect(await problemOf(primary.url)).toBe(
    "StartError: DATABASE_REPLICA_URLS (number 2) refers to a server that is no standby: set it to a replica.",
  );
  expect(await problemOf(standby.url.replace(/app$/, "postgres"))).toBe(
    "StartError: DATABASE_REPLICA_URLS (number 2) is a replica of another database than DATABASE_URL: correct it.",
  );
  expect(await problemOf(unreachable)).toBe(
    "StartError: The database can't be reached (ECONNREFUSED): check DATABASE_REPLICA_URLS (number 2), and that it is running.",
  );
});

test("with a replica that is 10 s behind, no one misses their own write, and others' appear by themselves", async (context) => {
  const { primary, standby } = await startWithStandby(context);
  const instances = await startInstances({
    count: 1,
    databaseUrl: primary.url,
    env: { DATABASE_REPLICA_URLS: standby.url },
  });
  const url = `http://localhost:${instances.ports[0]}`;
  const [writer, reader] = [await instances.signIn(url), await instances.signIn(url)];
  const ready = async () => ((await (await fetch(`${url}/ready`)).json()) as { details: object }).details;
  await expect.poll(ready).toMatchObject({ replica1: expect.stringMatching(/^ok, 0\.\d s behind$/) });
  const namesFor = async ({ call }: typeof writer) =>
    (await call<{ items: { name: string }[] }>("users/list", {})).items.map(({ name }) => name);
  // Until the reader's sign-in is replayed, they read from the primary.
  const readsOfStandby = async () =>
    (
      await query<{ count: string }>(
        { connectionString: standby.url },
        "SELECT idx_scan + seq_scan AS count FROM pg_stat_user_tables WHERE relname = 'user'",
        [],
      )
    )[0]?.count;
  const before = await readsOfStandby();
  await expect
    .poll(async () => {
      await namesFor(reader);
      return await readsOfStandby();
    })
    .not.toBe(before);

  standby.query("ALTER SYSTEM SET recovery_min_apply_delay = '10s'");
  standby.query("SELECT pg_reload_conf()");
  const events = await openStream(url, reader.headers()); // optional: live
  await writer.call("users/create", { name: "New", email: "new@example.com", roles: ["user"] });
  const writtenAt = performance.now();
  expect(await namesFor(writer)).toContain("New");
  expect(await namesFor(reader)).not.toContain("New");
  // optional: live
  await events.next("users");
  expect(await namesFor(reader)).toContain("New");
  // end: live
  await expect.poll(() => namesFor(reader), { timeout: 20_000 }).toContain("New");
  expect(performance.now() - writtenAt).toBeGreaterThan(8_000);

  standby.signal("SIGKILL");
  expect(await namesFor(reader)).toContain("New");
  await expect.poll(ready).toMatchObject({ database: "ok", replica1: "failing" });
  await writer.call("users/create", { name: "Newer", email: "newer@example.com", roles: ["user"] });
  await events.next("users"); // optional: live
  expect(await namesFor(reader)).toContain("Newer");
});

// optional: live
/** The stream of live updates. */
async function openStream(url: string, headers: Record<string, string>) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const { body } = await fetch(`${url}/api/live?since=0`, { headers, signal: stopping.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    /** Waits for the next change of a topic. */
    async next(topic: string) {
      while (!text.includes(`data: ${topic}\n`)) text += (await reader?.read())?.value ?? "";
      text = "";
    },
  };
}
// end: live
