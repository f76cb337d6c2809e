import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { stores } from "../../../testing/redis.ts";
import { connect } from "#server/database/connect.ts";
import { addLimitsInRedis } from "#server/redis/testing.ts";
import { refundLimit, consumeLimit, consumeLimits } from "./rate-limit.ts";
import { rateLimits } from "./table.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What these tests see and change in the database. */
const store = {
  clear: async () => void (await database.sql.delete(rateLimits)),
  /** Lets time pass for all limits, by moving their times into the past. */
  async letPass(seconds: number) {
    await database.sql.execute(sql`
      update budget set expires_at = expires_at - make_interval(secs => ${seconds}),
        spent_at = array(select spent - make_interval(secs => ${seconds}) from unnest(spent_at) as spent)`);
  },
  /** Each stored limit as text, and how many units it has. */
  async read() {
    const rows = await database.sql.select().from(rateLimits);
    return rows.map((row) => ({ text: JSON.stringify(row), units: row.spentAt.length }));
  },
};

// optional: redis
describe.each(stores)("in %s", (name) => {
  let limits: Awaited<ReturnType<typeof addLimitsInRedis>> | undefined;
  beforeAll(async () => {
    if (name !== "Redis") return;
    limits = await addLimitsInRedis(database);
    Object.assign(store, limits);
    return limits.stop;
  });
  // end: redis
  beforeEach(() => store.clear());

  const three = { key: "test", limit: 3, windowSeconds: 60 };

  test("a rate limit allows its limit, and rejects what exceeds it", async () => {
    for (const remaining of [2, 1, 0]) {
      const state = { allowed: true, retryAfterSeconds: 0, remaining, resetSeconds: 60 };
      expect(await consumeLimit(database, three)).toEqual(state);
    }
    const denied = { allowed: false, retryAfterSeconds: 60, remaining: 0, resetSeconds: 60 };
    expect(await consumeLimit(database, three)).toEqual(denied);
  });

  test("the window slides: no period of its length has more than the limit", async () => {
    await consumeLimit(database, three);
    await store.letPass(40);
    expect(await consumeLimit(database, three)).toMatchObject({ remaining: 1, resetSeconds: 20 });
    await consumeLimit(database, three);
    expect(await consumeLimit(database, three)).toMatchObject({ allowed: false, retryAfterSeconds: 20 });
    await store.letPass(20);
    expect((await consumeLimit(database, three)).allowed).toBe(true);
    expect(await consumeLimit(database, three)).toMatchObject({ allowed: false, retryAfterSeconds: 40 });
  });

  test("a rejected attempt costs nothing and extends no wait", async () => {
    for (let i = 0; i < 20; i++) await consumeLimit(database, three);
    await store.letPass(60);
    expect((await consumeLimit(database, three)).allowed).toBe(true);
  });

  test("every key has its own limit, and is stored as a hash", async () => {
    for (let i = 0; i < 3; i++) await consumeLimit(database, three);
    expect((await consumeLimit(database, { ...three, key: "ada@example.com" })).allowed).toBe(true);
    const stored = await store.read();
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain("ada");
  });

  test("units that have left the window are deleted", async () => {
    for (let i = 0; i < 3; i++) await consumeLimit(database, three);
    await store.letPass(60);
    await consumeLimit(database, three);
    expect(await store.read()).toMatchObject([{ units: 1 }]);
  });

  test("a refunded unit can be consumed again", async () => {
    for (let i = 0; i < 3; i++) await consumeLimit(database, three);
    await refundLimit(database, three);
    expect((await consumeLimit(database, three)).allowed).toBe(true);
    expect((await consumeLimit(database, three)).allowed).toBe(false);
    await refundLimit(database, { key: "never consumed" });
  });

  test("several limits are consumed in order, up to the first that is exceeded", async () => {
    const mine = { key: "mine", limit: 2, windowSeconds: 60 };
    const shared = { key: "shared", limit: 3, windowSeconds: 600 };
    await consumeLimits(database, [mine, shared]);
    await consumeLimits(database, [mine, shared]);
    expect(await consumeLimits(database, [mine, shared])).toMatchObject({
      allowed: false,
      retryAfterSeconds: 60,
    });
    expect((await consumeLimit(database, shared)).allowed).toBe(true);
    expect(await consumeLimit(database, shared)).toMatchObject({ allowed: false, retryAfterSeconds: 600 });
  });

  describe("concurrently", () => {
    test.each([0, 1])(
      "200 callers, 2 instances, %i consumed before: exactly the limit is consumed",
      async (before) => {
        const other = connect(database.connection, { max: 20 });
        const more = await limits?.addTo(other); // optional: redis
        const ten = { key: "many", limit: 10, windowSeconds: 60 };
        for (let i = 0; i < before; i++) await consumeLimit(database, ten);
        const results = await Promise.all(
          Array.from({ length: 200 }, (_, i) => consumeLimit(i % 2 ? other : database, ten)),
        );
        await more?.stop(); // optional: redis
        await other.close();
        expect(results.filter(({ allowed }) => allowed)).toHaveLength(10 - before);
        for (const { allowed, retryAfterSeconds } of results) {
          if (!allowed) expect(retryAfterSeconds).toBeGreaterThanOrEqual(59);
        }
        expect((await consumeLimit(database, ten)).allowed).toBe(false);
      },
    );
  });

  test("expired limits are deleted while others are consumed", async () => {
    for (let i = 0; i < 20; i++) await consumeLimit(database, { ...three, key: `old ${i}` });
    await store.letPass(61);
    for (let i = 0; i < 10; i++) await consumeLimit(database, { ...three, key: `new ${i % 5}` });
    expect((await store.read()).map(({ units }) => units)).toEqual([2, 2, 2, 2, 2]);
  });
}); // optional: redis
