import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../ports.ts";
import { requirePackages, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";
import { startLoad } from "./load.ts";
import { startCaddy, startHaproxy, startNginx } from "./proxies.ts";
import { storedEmails } from "./stored.ts";

test.for([
  ["haproxy", startHaproxy],
  ["caddy", startCaddy],
  ["nginx-light", startNginx],
] as const)(
  "while three instances behind %s are restarted in turn, no request fails and no write is lost",
  async ([name, startProxy], context) => {
    requirePackages(context, "postgresql", name);
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const proxyPort = await freePort();
    const instances = await startInstances({
      count: 3,
      databaseUrl: postgres.url,
      proxyPort,
      env: { SHUTDOWN_DELAY: "5" },
    });
    const proxy = await startProxy(proxyPort, instances.ports);
    onTestFinished(proxy.stop);
    const client = await instances.signIn(proxy.url);

    const load = startLoad(client, proxy.url);
    for (const [index, port] of instances.ports.entries()) {
      await proxy.setServing?.(port, false);
      await instances.restart(index);
      await proxy.setServing?.(port, true);
    }
    const { requests, failures, acknowledged } = await load.stop();
    expect(failures).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(requests / 2);
    const stored = await storedEmails(postgres);
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
    console.log(`${name}: ${requests} requests, 0 failed; ${acknowledged.length} writes, 0 lost`);
  },
);
