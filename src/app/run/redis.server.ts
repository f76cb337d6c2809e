import { fixedNames } from "#brand/fixed-names.ts";
import type { Database } from "#server/database/connect.ts";
import { databaseIdentity } from "#server/database/identity.ts";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import type { Live } from "../live/open-live.server.ts";
import { listenThroughRedis } from "../live/through-redis.server.ts";

/**
 * Connects to Redis, and adds it to the database (docs/decisions/0066-redis.md).
 * @param url undefined without REDIS_URL: then nothing is done
 */
export async function startRedis(
  url: string | undefined,
  {
    database,
    log,
    live, // optional: live
  }: {
    database: Database;
    log: Log;
    live: () => Live; // optional: live
  },
) {
  if (url === undefined) return undefined;
  // Its client is loaded only if it is needed.
  const { connectRedis } = await import("#server/redis/redis.ts");
  const redis = await connectRedis({ url, log, prefix: await prefixOf(database) });
  const { keptSessions, listening, afterWrite } = listenThroughRedis(redis, live); // optional: live
  database.redis = {
    limits: redis.limits,
    // optional: live
    publishPending: redis.notifications.publishPending,
    afterWrite,
    // end: live
  };
  return {
    ...redis,
    // optional: live
    keptSessions,
    listening,
    // end: live
  };
}

/**
 * How this product's keys and channels begin: several can share a Redis, and instances of one have the same prefix.
 * @throws StartError if the role may not read the database's identity
 */
async function prefixOf({ pool }: Database): Promise<string> {
  try {
    const { rows } = await pool.query<{ identity: string }>(`SELECT ${databaseIdentity} AS identity`);
    return `${fixedNames.redisPrefix}${rows[0]?.identity}:`;
  } catch (error) {
    throw new StartError(
      `With REDIS_URL, the database's role must be able to execute pg_control_system() (${(error as Error).message}).`,
      { cause: error },
    );
  }
}
