import { Redis } from "iovalkey";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { freePort } from "../../../testing/ports.ts";
import { type RedisProcess, startRedisServer } from "../../../testing/redis.ts";
import { consumeLimit, refundLimit } from "#server/limits/rate-limit.ts";
import { connectRedis } from "./redis.ts";

const three = { limit: 3, windowSeconds: 60 };

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

async function connect() {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const redis = await connectRedis({ url: server.url, log, prefix: "test " });
  onTestFinished(redis.stop);
  const limited = { sql: database.sql, redis };
  return { redis, log, limited };
}

/** Consumes four units of a limit of three. @returns how many were allowed */
async function consumeFour(limited: Parameters<typeof consumeLimit>[0], key: string) {
  let allowed = 0;
  for (let i = 0; i < 4; i++) if ((await consumeLimit(limited, { key, ...three })).allowed) allowed += 1;
  return allowed;
}

test("Redis that can't be reached or used stops the start with a sentence, without the URL's secrets", async () => {
  const log = { info: () => undefined, error: () => undefined };
  const start = (url: string) => connectRedis({ url, log, prefix: "test " });
  const port = await freePort();
  await expect(start(`redis://someone:secret@127.0.0.1:${port}`)).rejects.toThrow(
    /^Redis can't be used \(ECONNREFUSED\): check REDIS_URL, and that it is running, or remove REDIS_URL\.$/,
  );
  const failure = start(server.url.replace("//", "//someone:secret@"));
  await expect(failure).rejects.toThrow(/^Redis can't be used \(WRONGPASS [^:]*\): check REDIS_URL/);
  await expect(failure).rejects.not.toThrow("secret");
  const admin = new Redis(server.url);
  onTestFinished(() => admin.disconnect());
  await admin.config("SET", "requirepass", "something");
  onTestFinished(async () => void (await admin.config("SET", "requirepass", "")));
  await expect(start(server.url)).rejects.toThrow(/^Redis can't be used \(NOAUTH/);
});

test("Redis that hangs is waited for once, then limits are counted in the database until it answers", async () => {
  const { redis, log, limited } = await connect();
  expect(await consumeFour(limited, "before")).toBe(3);
  await server.signal("SIGSTOP");
  onTestFinished(() => server.signal("SIGCONT"));
  expect(await consumeFour(limited, "hanging")).toBe(3);
  await refundLimit(limited, { key: "hanging" });
  expect(await consumeFour(limited, "hanging")).toBe(1);
  await expect.poll(redis.health).toBe("failing");
  expect(redis.fallbackCount()).toBeGreaterThan(0);
  // Waiting in each of the 80 would take several times as long.
  const startedAt = performance.now();
  for (let i = 0; i < 20; i++) await consumeFour(limited, `known ${i}`);
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  await server.signal("SIGCONT");
  await expect.poll(redis.health).toBe("ok");
  expect(await consumeFour(limited, "before")).toBe(0);
  expect(log.error.mock.calls).toEqual([[expect.anything(), "Redis doesn't work"]]);
  expect(log.info.mock.calls).toEqual([["Redis works again"]]);
});

test("Redis that was lost and is back has no limits of before, and still limits", async () => {
  const { redis, limited } = await connect();
  expect(await consumeFour(limited, "killed")).toBe(3);
  await server.signal("SIGKILL");
  expect(await consumeFour(limited, "killed")).toBe(3);
  expect(await consumeFour(limited, "killed")).toBe(0);
  await expect.poll(redis.health).toBe("failing");
  await server.restart();
  await expect.poll(redis.health).toBe("ok");
  expect(await consumeFour(limited, "killed")).toBe(3);
  expect(await consumeFour(limited, "killed")).toBe(0);
});
