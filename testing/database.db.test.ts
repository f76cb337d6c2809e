import { spawn } from "node:child_process";
import pg from "pg";
import { expect, test } from "vitest";
import { withDatabase } from "../src/server/database/connection.ts";
import { createTestDatabase } from "./database.ts";

const nameOf = "SELECT current_database() AS name";

test("each test database is separate, and dropped at the end", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.pool.query("CREATE TABLE note (text text)");
  await two.pool.query("CREATE TABLE note (text text)");
  const { rows } = await one.pool.query<{ name: string }>(nameOf);
  await one.drop();
  await one.drop();
  expect(await databasesNamed(two.pool, rows[0]?.name)).toBe(0);
  expect((await two.pool.query("SELECT count(*)::int FROM note")).rows).toEqual([{ count: 0 }]);
  await two.drop();
});

test("a test can close its database's pool", async () => {
  const database = await createTestDatabase();
  await database.close();
  await database.drop();
});

test("the databases of a killed process are dropped by a later process", async () => {
  const here = await createTestDatabase();
  const killed = startChild();
  const killedName = await killed.databaseName;
  expect(await databasesNamed(here.pool, killedName)).toBe(1);
  const running = startChild();
  const runningName = await running.databaseName;
  killed.process.kill("SIGKILL");
  await killed.ended;

  await expect
    .poll(
      async () => {
        const later = startChild();
        await later.databaseName;
        later.process.kill("SIGKILL");
        await later.ended;
        return databasesNamed(here.pool, killedName);
      },
      { timeout: 20_000 },
    )
    .toBe(0);
  expect(await databasesNamed(here.pool, runningName)).toBe(1);
  running.process.kill("SIGKILL");
  await running.ended;
  await here.drop();
});

test("the PostgreSQL in TEST_DATABASE_URL is used", async () => {
  const here = await createTestDatabase();
  const { connection } = here;
  const plain = withDatabase(connection, "postgres");
  const address =
    "host" in plain
      ? `postgresql:///postgres?${new URLSearchParams({ host: plain.host, port: String(plain.port), user: plain.user })}`
      : plain.connectionString;
  const child = startChild({ TEST_DATABASE_URL: address });
  const name = await child.databaseName;
  expect(await databasesNamed(here.pool, name)).toBe(1);
  const own = new pg.Client(withDatabase(connection, name));
  await own.connect();
  expect((await own.query(nameOf)).rows).toEqual([{ name }]);
  await own.end();
  child.process.send("drop");
  await child.ended;
  await here.drop();
});

/** Starts a process that creates a test database, sends its name, and keeps running. */
function startChild(env: Record<string, string> = {}) {
  const code = `
    const { createTestDatabase } = await import(${JSON.stringify(new URL("./database.ts", import.meta.url).href)});
    const { pool, drop } = await createTestDatabase();
    process.send((await pool.query(${JSON.stringify(nameOf)})).rows[0].name);
    process.once("message", () => drop().then(() => process.disconnect()));
    process.once("disconnect", () => process.exit());`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    process: child,
    databaseName: new Promise<string>((done, failed) => {
      child.once("message", done);
      child.once("exit", (code) => failed(new Error(`It ended with ${code}`)));
    }),
    ended: new Promise<void>((done) => child.once("exit", () => done())),
  };
}

async function databasesNamed(pool: pg.Pool, name = ""): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_database WHERE datname = $1",
    [name],
  );
  return rows[0]?.count ?? 0;
}
