import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startDatabaseProxy } from "../database-proxy.ts";
import { requirePackages, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";
import { startLoad, type LoadResult } from "./load.ts";
import { storedEmails } from "./stored.ts";

/** The role, and its database. */
const user = "app";

test("when the primary is killed and its standby promoted, no acknowledged write is lost, and requests soon succeed", async (context) => {
  requirePackages(context, "postgresql");
  const primary = await startPostgres();
  onTestFinished(primary.stop);
  // Before the product's tables, which it replays like everything else.
  const standby = await primary.startStandby();
  onTestFinished(standby.stop);
  const address = await startDatabaseProxy({ host: "127.0.0.1", port: primary.port, user, database: user });
  const instances = await startInstances({
    count: 1,
    databaseUrl: `postgres://${user}@127.0.0.1:${address.connection.port}/${user}`,
  });
  const url = `http://localhost:${instances.ports[0]}`;
  const load = startLoad(await instances.signIn(url), url);

  await sleep(3_000);
  primary.signal("SIGKILL");
  await sleep(2_000);
  standby.promote();
  address.moveTo(standby);
  const promotedAt = performance.now();
  await sleep(6_000);
  const result = await load.stop();
  report("Failover", result, promotedAt);
  expect(statuses(result)).toEqual([503]);
  expect(result.lastFailureAt - promotedAt).toBeLessThan(5_000);
  const stored = await storedEmails(standby);
  expect(result.acknowledged.filter((email) => !stored.has(email))).toEqual([]);
});

test("while the database is suspended, requests soon answer 503 at once, and succeed as soon as it goes on", async (context) => {
  requirePackages(context, "postgresql");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const instances = await startInstances({ count: 1, databaseUrl: postgres.url });
  const url = `http://localhost:${instances.ports[0]}`;
  const client = await instances.signIn(url);

  const load = startLoad(client, url);
  await sleep(1_000);
  postgres.signal("SIGSTOP");
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(503);
  const early = await load.stop();
  const late = startLoad(client, url);
  // Longer than the timeout of a connection.
  await sleep(12_000);
  const resumedAt = performance.now();
  postgres.signal("SIGCONT");
  await sleep(3_000);
  const result = await late.stop();
  report("Suspended database", result, resumedAt);
  expect(statuses(early)).toEqual([503]);
  expect(Math.max(...early.failures.map(({ tookMs }) => tookMs))).toBeLessThan(15_000);
  expect(statuses(result)).toEqual([503]);
  expect(Math.max(...result.failures.map(({ tookMs }) => tookMs))).toBeLessThan(8_000);
  expect(result.lastFailureAt - resumedAt).toBeLessThan(3_000);
  const stored = await storedEmails(postgres);
  for (const { acknowledged } of [early, result])
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
});

function statuses({ failures }: LoadResult): number[] {
  return [...new Set(failures.map(({ status }) => status))].sort((a, b) => a - b);
}

function report(
  name: string,
  { requests, failures, acknowledged, lastFailureAt }: LoadResult,
  since: number,
) {
  const seconds = Math.max(0, (lastFailureAt - since) / 1_000).toFixed(1);
  console.log(
    `${name}: ${failures.length} of ${requests} requests failed, ${acknowledged.length} writes acknowledged, back after ${seconds} s`,
  );
}
