import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
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
  const redis = await connectRedis({ url, log });
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
