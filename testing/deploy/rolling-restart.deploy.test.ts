import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../ports.ts";
import { requirePackages, startHaproxy, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";
import { startLoad } from "./load.ts";
import { storedEmails } from "./stored.ts";

test("while three instances behind HAProxy are restarted in turn, no request fails and no write is lost", async (context) => {
  requirePackages(context, "postgresql", "haproxy");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const proxyPort = await freePort();
  const instances = await startInstances({
    count: 3,
    databaseUrl: postgres.url,
    proxyPort,
    env: { SHUTDOWN_DELAY: "5" },
  });
  const proxy = await startHaproxy(proxyPort, instances.ports);
  onTestFinished(proxy.stop);
  const client = await instances.signIn(proxy.url);

  const load = startLoad(client, proxy.url);
  for (const index of [0, 1, 2]) await instances.restart(index);
  const { requests, failures, acknowledged } = await load.stop();
  expect(failures).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(requests / 2);
  const stored = await storedEmails(postgres);
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  console.log(`Rolling restart: ${requests} requests, 0 failed; ${acknowledged.length} writes, 0 lost`);
});
