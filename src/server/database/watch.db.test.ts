import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startDatabaseProxy } from "../../../testing/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { brand } from "#brand/brand.ts";
import { temporaryErrorCode } from "#server/unavailable.ts";
import { connect } from "./connect.ts";
import { watchDatabase } from "./watch.ts";

let database: TestDatabase;
const silent = { info: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The connections of watches that the database has. */
const connections = async () =>
  (
    await database.pool.query<{ pid: number; state: string; query: string }>(
      `SELECT pid, state, query FROM pg_stat_activity
       WHERE application_name = '${brand.prefix} probe' AND datname = current_database()`,
    )
  ).rows;

test("while the database doesn't answer, running and new queries fail as unavailable, and then work again", async () => {
  const proxy = await startDatabaseProxy(database.connection);
  const { pool, close } = connect(proxy.connection);
  onTestFinished(close);
  const log = { info: vi.fn(), error: vi.fn() };
  const watch = watchDatabase({
    connection: proxy.connection,
    pool,
    log,
    times: { intervalMs: 20, timeoutMs: 500 },
  });
  onTestFinished(watch.stop);
  const running = pool.query("SELECT pg_sleep(60)").catch(temporaryErrorCode);
  await pool.query("SELECT 1");
  expect(watch.health()).toBe("ok");

  proxy.stall();
  expect(await running).toBe("SERVICE_UNAVAILABLE");
  expect(watch.health()).toBe("failing");
  // Several checks fail.
  await expect.poll(proxy.countConnections).toBeGreaterThan(6);
  expect(await pool.query("SELECT 1").catch(temporaryErrorCode)).toBe("SERVICE_UNAVAILABLE");
  expect(await pool.connect().catch(temporaryErrorCode)).toBe("SERVICE_UNAVAILABLE");

  proxy.resume();
  await expect.poll(watch.health).toBe("ok");
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await expect.poll(connections).toHaveLength(1);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.info).toHaveBeenCalledTimes(1);
});

test("an end of the watch's own connection disturbs no query", async () => {
  // The watch of the test above is stopped.
  await expect.poll(connections).toEqual([]);
  const pool = { suspend: vi.fn(), resume: vi.fn() };
  const watch = watchDatabase({
    connection: database.connection,
    pool,
    log: silent,
    times: { intervalMs: 10 },
  });
  onTestFinished(watch.stop);
  /** Those that have answered. */
  const answered = async () =>
    (await connections())
      .filter(({ state, query }) => state === "idle" && query.startsWith("SELECT"))
      .map(({ pid }) => pid);
  const first = await vi.waitFor(async () => {
    const [pid] = await answered();
    expect(pid).toBeDefined();
    return pid;
  });
  await database.pool.query("SELECT pg_terminate_backend($1)", [first]);
  const others = async () => (await answered()).filter((pid) => pid !== first);
  await expect.poll(others).toHaveLength(1);
  expect(pool.suspend).not.toHaveBeenCalled();
});
