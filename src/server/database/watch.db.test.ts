import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startDatabaseProxy } from "../../../testing/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { brand } from "#brand/brand.ts";
import { isUnavailableError } from "#server/unavailable.ts";
import { connect } from "./connect.ts";
import { watchDatabase } from "./watch.ts";

let database: TestDatabase;
const silent = { info: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

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
  const running = pool.query("SELECT pg_sleep(60)").catch(isUnavailableError);
  await pool.query("SELECT 1");
  expect(watch.health()).toBe("ok");

  proxy.stall();
  expect(await running).toBe(true);
  expect(watch.health()).toBe("failing");
  // Several checks fail.
  await expect.poll(proxy.countConnections).toBeGreaterThan(6);
  expect(await pool.query("SELECT 1").catch(isUnavailableError)).toBe(true);
  expect(await pool.connect().catch(isUnavailableError)).toBe(true);

  proxy.resume();
  await expect.poll(watch.health).toBe("ok");
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  const countConnections = async () =>
    (
      await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE application_name = '${brand.prefix} probe' AND datname = current_database()`,
      )
    ).rowCount;
  await expect.poll(countConnections).toBe(1);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.info).toHaveBeenCalledTimes(1);
});

test("an end of the watch's own connection disturbs no query", async () => {
  /** Those that have answered. */
  const connections = async () =>
    (
      await database.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = '${brand.prefix} probe'
         AND datname = current_database() AND state = 'idle' AND query = 'SELECT 1'`,
      )
    ).rows.map(({ pid }) => pid);
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
  const first = await vi.waitFor(async () => {
    const [pid] = await connections();
    expect(pid).toBeDefined();
    return pid;
  });
  await database.pool.query("SELECT pg_terminate_backend($1)", [first]);
  const others = async () => (await connections()).filter((pid) => pid !== first);
  await expect.poll(others).toHaveLength(1);
  expect(pool.suspend).not.toHaveBeenCalled();
});
