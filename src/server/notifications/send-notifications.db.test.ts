import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { listen, type Listener } from "./listen.ts";
import type { RedisServer } from "#server/redis/redis.ts";
import { addRedis } from "#server/redis/testing.ts";
import { stores } from "../../../testing/redis.ts";
import { sendNotifications, startNotificationSender } from "./send-notifications.ts";

const silent = { info: () => undefined, warn: () => undefined };
const never = 3_600_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Leaves pending notifications with the payloads `first`, `first + 1`, …. */
const leave = (first: number, count: number) => sql`
  INSERT INTO pending_notification (channel, payload)
  SELECT 'test', n::text FROM generate_series(${first}::int, ${first + count - 1}::int) AS n`;

let listener: Listener;
let received: string[];

// optional: redis
describe.each(stores)("through %s", (store) => {
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    if (store !== "Redis") return;
    redis = await addRedis(database);
    return redis.stop;
  });
  // end: redis
  beforeEach(async () => {
    received = [];
    const onListen = vi.fn();
    listener = listen({
      connection: database.connection,
      open: redis?.notifications.listening.open, // optional: redis
      log: silent,
      channels: { test: { onNotification: (payload) => void received.push(payload), onListen } },
    });
    await expect.poll(() => onListen.mock.calls).toHaveLength(1);
  });
  afterEach(() => listener.stop());

  test("a sender begins with what was left before, and sends what a transaction leaves once it is committed", async () => {
    await database.sql.execute(leave(1, 1));
    const sender = startNotificationSender({ database, log: silent, times: { intervalMs: never } });
    await expect.poll(() => received).toEqual(["1"]);
    await database.sql.transaction(async (transaction) => {
      await transaction.execute(leave(2, 1));
      expect(received).toEqual(["1"]);
    });
    await expect.poll(() => received).toEqual(["1", "2"]);
    await sender.stop();
    expect((await database.pool.query("SELECT FROM pending_notification")).rowCount).toBe(0);
  });

  test("what anyone else leaves is sent at the next look", async () => {
    const sender = startNotificationSender({ database, log: silent, times: { intervalMs: 10 } });
    for (const payload of [1, 2, 3]) {
      await database.sql.execute(leave(payload, 1));
      await expect.poll(() => received).toContain(`${payload}`);
    }
    await sender.stop();
  });

  test("several processes send each of many notifications once, without waiting for each other", async () => {
    await database.sql.execute(leave(1, 2_500));
    const sent = await database.sql.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT FROM pending_notification WHERE payload = '7' FOR UPDATE`);
      return await Promise.all(Array.from({ length: 3 }, () => sendNotifications(database)));
    });
    let rest = 0;
    for (let count = 1; count > 0; rest += count) count = await sendNotifications(database);
    expect(sent.reduce((sum, count) => sum + count, rest)).toBe(2_500);
    await expect.poll(() => received).toHaveLength(2_500);
    expect(new Set(received).size).toBe(2_500);
  });

  test("equal notifications are sent once", async () => {
    for (let times = 0; times < 20; times += 1) await database.sql.execute(leave(1, 2));
    expect(await sendNotifications(database)).toBe(40);
    await database.sql.execute(leave(3, 1));
    await sendNotifications(database);
    await expect.poll(() => received).toContain("3");
    expect(received.toSorted()).toEqual(["1", "2", "3"]);
  });

  test("a row that PostgreSQL could not send is rejected, and the largest possible one is sent", async () => {
    const insert = (channel: string, payload: string) =>
      database.pool.query("INSERT INTO pending_notification (channel, payload) VALUES ($1, $2)", [
        channel,
        payload,
      ]);
    await expect(insert("", "a")).rejects.toThrow("channel_length");
    await expect(insert("c".repeat(64), "a")).rejects.toThrow("channel_length");
    await expect(insert("test", "p".repeat(8_000))).rejects.toThrow("payload_length");
    await insert("c".repeat(63), "p".repeat(7_999));
    expect(await sendNotifications(database)).toBe(1);
  });

  test("while the database is away it is logged once, and sending goes on when it is back", async () => {
    const attempts = vi.spyOn(database.pool, "connect").mockImplementation(() => {
      throw new Error("away");
    });
    const log = { info: vi.fn(), warn: vi.fn() };
    const sender = startNotificationSender({ database, log, times: { intervalMs: 1, pauseMs: 1 } });
    await expect.poll(() => attempts.mock.calls.length).toBeGreaterThan(3);
    attempts.mockRestore();
    await expect.poll(() => log.info.mock.calls).toEqual([["Notifications can be sent again"]]);
    expect(log.warn).toHaveBeenCalledTimes(1);
    await database.sql.execute(leave(1, 1));
    await expect.poll(() => received).toEqual(["1"]);
    await sender.stop();
  });
}); // optional: redis
