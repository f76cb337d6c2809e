import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { requirePackages, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";
import { startLoad } from "./load.ts";
import { makeNextRelease, startMigrating } from "./releases.ts";

test("while a new release waits with its migration behind a long reader, no request fails or waits long", async (context) => {
  requirePackages(context, "postgresql");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const instances = await startInstances({ count: 1, databaseUrl: postgres.url });
  const url = `http://localhost:${instances.ports[0]}`;
  const client = await instances.signIn(url);
  const reader = await connectTo(postgres.url, "pg_dump");
  await reader.query(`BEGIN; SELECT FROM "user"`);
  const next = makeNextRelease({
    name: "9999_note",
    text: `-- Compatible: a column.\nALTER TABLE "user" ADD COLUMN note text;\n`,
  });

  const load = startLoad(client, url);
  const migrating = startMigrating(next, postgres.url);
  await expect.poll(() => migrating.output().match(/is tried again/g)).toHaveLength(2);
  await reader.query("COMMIT");
  expect(await migrating.ended).toBe(0);
  const { requests, failures, acknowledged, slowestMs } = await load.stop();
  expect(migrating.output()).toMatch(
    /AccessExclusiveLock on \\"user\\", which pid \d+ \(pg_dump, role app, idle in/,
  );
  expect(migrating.output()).toMatch(/Applied: 9999_note\n$/);
  expect(failures).toEqual([]);
  // A lock would be waited for up to 5 s. On a machine that does nothing else, it is 1 s.
  expect(slowestMs).toBeLessThan(4_500);
  console.log(
    `${requests} requests, 0 failed, the slowest ${Math.round(slowestMs)} ms; ${acknowledged.length} writes`,
  );
});

test("during a long migration of a new release, and after it was killed, the last release restarts, and the next start goes on", async (context) => {
  requirePackages(context, "postgresql");
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const instances = await startInstances({ count: 1, databaseUrl: postgres.url });
  const database = await connectTo(postgres.url, "test");
  await database.query("CREATE TABLE go ()");
  const next = makeNextRelease({
    name: "9999_long",
    text: `-- Compatible: a column.
ALTER TABLE genre ADD COLUMN note text;
--> statement-breakpoint
DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM go) LOOP PERFORM pg_sleep(0.01); END LOOP; END $$;
`,
  });
  const killed = startMigrating(next, postgres.url);
  const isRunning = async () =>
    (
      await database.query(
        "SELECT FROM pg_stat_activity WHERE query LIKE '%DO $$%' AND pid <> pg_backend_pid()",
      )
    ).rowCount;
  await expect.poll(isRunning).toBe(1);
  await instances.restart(0);

  killed.kill();
  await killed.ended;
  await instances.restart(0);
  const going = startMigrating(next, postgres.url);
  // PostgreSQL goes on for the process that was killed.
  await expect.poll(going.output).toMatch(/Another process migrates the database/);
  await database.query("INSERT INTO go DEFAULT VALUES");
  expect(await going.ended).toBe(0);
  expect(going.output()).toMatch(/Applied: 9999_long\n$/);
  await instances.restart(0);
});

async function connectTo(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
