import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { brand } from "#brand/brand.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { listen } from "./listen.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("each handler gets the notifications of its channel, also after a lost connection", async () => {
  const [first, second] = [
    { onNotification: vi.fn(), onListen: vi.fn(), onLoss: vi.fn() },
    { onNotification: vi.fn(), onListen: vi.fn(), onLoss: vi.fn() },
  ];
  const listener = listen({
    connection: database.connection,
    log: { info: () => undefined, warn: () => undefined },
    channels: { first, second },
    times: { firstRetryMs: 10 },
  });
  await expect.poll(() => first.onListen.mock.calls).toHaveLength(1);
  expect(listener.health()).toBe("ok");
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = '${brand.prefix} listener' AND datname = current_database()`,
  );
  await expect.poll(() => second.onListen.mock.calls).toHaveLength(2);
  expect(first.onListen).toHaveBeenCalledTimes(2);
  expect(first.onLoss).toHaveBeenCalledTimes(1);
  expect(listener.health()).toBe("ok");
  await database.pool.query("SELECT pg_notify('first', 'one'), pg_notify('second', 'two')");
  await expect.poll(() => second.onNotification.mock.calls).toEqual([["two"]]);
  expect(first.onNotification.mock.calls).toEqual([["one"]]);
  await listener.stop();
  expect(first.onLoss).toHaveBeenCalledTimes(1);
});

test("if the database can't be reached, health says so, it is logged once, and stopping is immediate", async () => {
  const warn = vi.fn();
  const listener = listen({
    connection: { host: "/nowhere", port: 5432, user: "nobody", database: "none" },
    log: { info: () => undefined, warn },
    channels: {},
    times: { firstRetryMs: 1 },
  });
  await expect.poll(() => warn.mock.calls).toHaveLength(1);
  expect(listener.health()).toMatch(/^failing: /);
  await listener.stop();
  expect(warn).toHaveBeenCalledTimes(1);
});
