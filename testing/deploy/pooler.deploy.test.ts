import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createAuthClient } from "../auth-client.ts";
import { addPerson, newAddress } from "../e2e/support/people.ts";
import { startServer } from "../e2e/support/server.ts";
import { requirePackages, startPgBouncer, startPostgres } from "./debian.ts";

test("through PgBouncer in transaction mode no request fails, and nothing of ours stays in its sessions", async (context) => {
  requirePackages(context, "postgresql", "pgbouncer");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const pooler = await startPgBouncer(postgres);
  onTestFinished(pooler.stop);
  const server = await startServer({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
  });
  onTestFinished(async () => void (await server.stop()));

  const { email } = await addPerson({ connectionString: postgres.url }, { role: "admin" });
  const client = createAuthClient(server.url);
  await client.requestCode(email);
  expect((await client.verifyCode(email, await server.mail.codeFor(email))).status).toBe(200);
  const reads = Array.from({ length: 50 }, () => [
    client.call("users/list", {}),
    client.call("users/list", { searchTerm: "a" }),
    client.call("auth/listSessions"),
  ]).flat();
  const writes = Array.from({ length: 50 }, (_, i) =>
    client.call("users/create", { name: `User ${i}`, email: newAddress(), roles: ["user"] }),
  );
  await Promise.all([...reads, ...writes]);
  expect(server.log()).not.toMatch(/"level":50/);
  // optional: live
  expect(await (await fetch(`${server.url}/ready`)).json()).toMatchObject({ details: { live: "ok" } });
  // end: live

  for (const session of await readSessions(pooler.url))
    expect(session).toEqual({ timeout: "0", prepared: 0 });
});

/** What another application sees in each of PgBouncer's sessions, which transactions hold until all of them are read. */
async function readSessions(url: string) {
  const clients = Array.from({ length: 20 }, () => new pg.Client({ connectionString: url }));
  try {
    return await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        await client.query("BEGIN");
        const { rows } = await client.query<object>(
          `SELECT current_setting('statement_timeout') AS timeout,
             (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`,
        );
        return rows[0];
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
