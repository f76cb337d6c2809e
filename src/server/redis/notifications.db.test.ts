import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { type RedisProcess, startRedisServer } from "../../../testing/redis.ts";
import { listen } from "#server/notifications/listen.ts";
import { startNotificationSender } from "#server/notifications/send-notifications.ts";
import { addRedis } from "./testing.ts";

let database: TestDatabase;
let server: RedisProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startRedisServer();
});
afterAll(async () => {
  await database.drop();
  await server.stop();
});

test.each(["SIGSTOP", "SIGKILL"] as const)(
  "after %s, notifications wait until it is back, and no one takes a silent connection for a working one",
  async (signal) => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { notifications, stop } = await addRedis(database, { url: server.url, log });
    onTestFinished(stop);
    const sender = startNotificationSender({ database, log });
    onTestFinished(sender.stop);
    const handler = { onNotification: vi.fn(), onListen: vi.fn() };
    const { connection } = database;
    const listener = listen({ connection, ...notifications.listening, log, channels: { test: handler } });
    onTestFinished(listener.stop);
    const isCurrent = () => listener.health() === "ok" && notifications.isCurrent();
    const leave = (payload: string) =>
      database.pool.query("INSERT INTO pending_notification (channel, payload) VALUES ('test', $1)", [
        payload,
      ]);
    await expect.poll(isCurrent).toBe(true);
    await leave("before");
    await expect.poll(() => handler.onNotification.mock.calls).toEqual([["before"]]);

    await server.signal(signal);
    onTestFinished(() => server.signal("SIGCONT"));
    await expect.poll(isCurrent).toBe(false);
    await leave("meanwhile");
    await expect.poll(listener.health).toMatch(/^failing: /);
    await expect.poll(() => log.warn.mock.calls.length).toBe(2);

    if (signal === "SIGKILL") await server.restart();
    else await server.signal("SIGCONT");
    await expect.poll(() => handler.onListen.mock.calls).toHaveLength(2);
    await leave("after");
    await expect.poll(() => handler.onNotification.mock.calls.flat()).toContain("after");
    const { rowCount } = await database.pool.query("SELECT FROM pending_notification");
    expect(rowCount).toBe(0);
    expect(log.warn).toHaveBeenCalledTimes(2);
    await expect.poll(isCurrent).toBe(true);
  },
);
