import { randomUUID } from "node:crypto";
import { Redis } from "iovalkey";
import { redisUrl } from "../../../testing/redis.ts";
import type { Database } from "#server/database/connect.ts";
import { connectRedis, type RedisServer } from "./redis.ts";

const silent = { info: () => undefined, error: () => undefined };

/** Adds the Redis of tests to a database until `stop`, with names of its own. */
export async function addRedis(
  database: Database,
  {
    url = redisUrl ?? "",
    prefix = `test ${randomUUID()} `,
    log = silent,
  }: Partial<Parameters<typeof connectRedis>[0]> = {},
): Promise<RedisServer> {
  const redis = await connectRedis({ url, prefix, log });
  database.redis = {
    limits: redis.limits,
    // optional: live
    publishPending: redis.notifications.publishPending,
    afterWrite: () => undefined,
    // end: live
  };
  return {
    ...redis,
    async stop() {
      delete database.redis;
      await redis.stop();
    },
  };
}

/** Adds Redis to a database, and says what tests of limits see and change in it. */
export async function addLimitsInRedis(database: Database) {
  const prefix = `test ${randomUUID()} `;
  const redis = await addRedis(database, { prefix });
  const client = new Redis(redisUrl ?? "", { lazyConnect: true });
  const keys = () => client.keys(`${prefix}*`);
  return {
    /** Adds the same limits to the database of another instance. */
    addTo: (other: Database) => addRedis(other, { prefix }),
    async stop() {
      client.disconnect();
      await redis.stop();
    },
    async clear() {
      for (const key of await keys()) await client.del(key);
    },
    async letPass(seconds: number) {
      const ms = seconds * 1_000;
      for (const key of await keys()) {
        const times = await client.lrange(key, 0, -1);
        for (const [index, time] of times.entries()) await client.lset(key, index, Number(time) - ms);
        await client.pexpire(key, (await client.pttl(key)) - ms);
      }
    },
    read: async () =>
      await Promise.all((await keys()).map(async (key) => ({ text: key, units: await client.llen(key) }))),
  };
}
