import { once } from "node:events";
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { isUnavailableError } from "#server/unavailable.ts";
import { connect } from "./connect.ts";
import type { DatabaseConnection } from "./connection.ts";
import { watchDatabase } from "./watch.ts";

let database: TestDatabase;
const silent = { info: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("while the database doesn't answer, running and new queries fail as unavailable, and then work again", async () => {
  const proxy = await startProxy(database.connection);
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
  expect(await pool.query("SELECT 1").catch(isUnavailableError)).toBe(true);
  expect(await pool.connect().catch(isUnavailableError)).toBe(true);

  proxy.resume();
  await expect.poll(watch.health).toBe("ok");
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.info).toHaveBeenCalledTimes(1);
});

test("an end of the watch's own connection disturbs no query", async () => {
  const pool = { suspend: vi.fn(), resume: vi.fn() };
  const watch = watchDatabase({
    connection: database.connection,
    pool,
    log: silent,
    times: { intervalMs: 10 },
  });
  onTestFinished(watch.stop);
  const end = async () =>
    (
      await database.pool.query<{ pid: number }>(
        `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'flyleaf probe' AND datname = current_database()`,
      )
    ).rows.map(({ pid }) => pid);
  const ended: number[] = [];
  await expect
    .poll(async () => new Set([...ended, ...(await end())].map((pid) => (ended.push(pid), pid))).size)
    .toBe(2);
  expect(pool.suspend).not.toHaveBeenCalled();
});

/** A proxy before the database that can stop to pass anything on, as a suspended machine or a lost route does. */
async function startProxy(connection: DatabaseConnection) {
  if (!("host" in connection)) throw new TypeError("A connection with a host is expected");
  const { host, port } = connection;
  const sockets: Socket[] = [];
  let isStalled = false;
  const server = createServer((client) => {
    const target = host.startsWith("/")
      ? connectSocket(join(host, `.s.PGSQL.${port}`))
      : connectSocket({ host, port });
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on("data", (chunk) => to.write(chunk));
      from.on("close", () => to.destroy());
      from.on("error", () => undefined);
      if (isStalled) from.pause();
      sockets.push(from);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    connection: { ...connection, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
