import { databaseUrl } from "#server/database/connection.ts";
import { createTestDatabase } from "../database.ts";
import { startDatabaseProxy } from "../database-proxy.ts";
import { startInstances } from "../deploy/instances.ts";
import { expect, test } from "./support/test.ts";

test("/metrics has the requests by their operations, and the state of services, also while the database is away", async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startDatabaseProxy(database.connection);
  const { ports, signIn } = await startInstances({
    count: 1,
    databaseUrl: databaseUrl(proxy.connection),
    env: { METRICS_TOKEN: "a token for the metrics" },
  });
  const url = `http://localhost:${ports[0]}`;
  const readMetrics = async () => {
    const headers = { authorization: "Bearer a token for the metrics" };
    return await (await fetch(`${url}/metrics`, { headers })).text();
  };
  const { headers } = await signIn(url);
  const listed = await fetch(`${url}/api/rpc/auth/listSessions`, {
    method: "POST",
    headers: { ...headers(), origin: url, "content-type": "application/json" },
    body: JSON.stringify({ json: {} }),
  });
  expect(listed.status).toBe(200);
  expect((await fetch(`${url}/login`)).status).toBe(200);
  // A request is counted when its response has ended.
  for (const operation of ["auth.listSessions", "auth/sign-in/email-otp", "page"])
    await expect
      .poll(readMetrics)
      .toContain(`http_request_duration_seconds_count{operation="${operation}",status="200"} 1\n`);
  const before = await readMetrics();
  expect(before).toContain('service_up{service="database"} 1');
  expect(before).toMatch(/^mail_queue\{value="length"\} \d/m);

  proxy.stall();
  await expect.poll(readMetrics, { timeout: 10_000 }).toContain('service_up{service="database"} 0');
});
