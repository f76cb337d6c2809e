import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createAuthClient } from "../auth-client.ts";
import { startServer } from "../e2e/support/server.ts";
import { freePort } from "../ports.ts";
import { requirePackages, startPostgres } from "./debian.ts";
import { startNginx } from "./proxies.ts";

type Line = { id?: string; msg: string; operation?: string; ms?: number; backend?: number };

test("a slow request can be followed from its reference over nginx and the product to PostgreSQL's lines", async (context) => {
  requirePackages(context, "postgresql", "nginx-light");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  // As docs/deploy.md says.
  postgres.query("ALTER SYSTEM SET log_min_duration_statement = '1s'");
  postgres.query("ALTER SYSTEM SET log_lock_waits = on");
  postgres.query("SELECT pg_reload_conf()");
  const proxyPort = await freePort();
  const product = await startServer({
    DATABASE_URL: postgres.url,
    BASE_URL: `http://localhost:${proxyPort}`,
  });
  onTestFinished(async () => void (await product.stop()));
  const proxy = await startNginx(proxyPort, [Number(new URL(product.url).port)]);
  onTestFinished(proxy.stop);
  const { email } = await product.addPerson({ role: "admin" });
  const client = createAuthClient(proxy.url);
  await client.requestCode(email);
  expect((await client.verifyCode(email, await product.mail.codeFor(email))).status).toBe(200);

  const locked = new pg.Client({ connectionString: postgres.url });
  locked.on("error", () => undefined); // If the test fails, PostgreSQL ends it.
  await locked.connect();
  // The list reads it, and the session isn't there.
  await locked.query("BEGIN; LOCK TABLE user_count IN ACCESS EXCLUSIVE MODE");
  const slow = fetch(`${proxy.url}/api/rpc/users/list?token=secret`, {
    method: "POST",
    headers: { ...client.headers(), origin: proxy.url, "content-type": "application/json" },
    body: JSON.stringify({ json: {} }),
  });
  await expect.poll(postgres.log).toMatch(/still waiting for AccessShareLock/);
  await locked.end();
  const response = await slow;
  expect(response.status).toBe(200);
  const id = response.headers.get("x-request-id") ?? "";

  const lineOf = (log: string, part: string) => log.split("\n").find((line) => line.includes(part)) ?? "";
  await expect
    .poll(() => lineOf(proxy.log(), id))
    .toMatch(/"POST \/api\/rpc\/users\/list" 200 \d+ 1\.\d+ s 127\.0\.0\.1/);
  expect(proxy.log()).not.toContain("secret");
  const ownLines = () =>
    product
      .log()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.id === id);
  await expect
    .poll(ownLines)
    .toMatchObject([
      { msg: "A statement was slow", operation: "users.list", backend: expect.any(Number) as number },
      { msg: "request" },
    ]);
  const backend = ownLines()[0]?.backend;
  const ofBackend = () =>
    postgres
      .log()
      .split("\n")
      .filter((line) => line.includes(`[${backend}]`))
      .join("\n");
  await expect.poll(ofBackend).toMatch(/LOG: {2}duration: 1\d\d\d\.\d+ ms/);
  expect(ofBackend()).toMatch(
    /still waiting for AccessShareLock .*\n.*DETAIL: {2}Process holding the lock: \d+/,
  );
});
