import { fixedNames } from "#brand/fixed-names.ts";
import type { Session } from "#features/auth/sessions/server/find-session.ts";
import { keepSessions } from "#features/auth/sessions/server/kept-sessions.ts";
import type { Database } from "#server/database/connect.ts";
import type { Listener, OpenNotifications } from "#server/database/listen.ts";
import type { NotificationSender } from "#server/database/send-notifications.ts";
import type { Log } from "#server/log.ts";

/**
 * Connects to Redis, and adds it to the database (docs/decisions/0066-redis.md).
 * @param url undefined without REDIS_URL: then nothing is done
 * @param o.services of the process, which are started later
 */
export async function startRedis(
  url: string | undefined,
  {
    database,
    log,
    services,
  }: {
    database: Database;
    log: Log;
    services: () => { listener: Listener; notifications: NotificationSender };
  },
) {
  if (url === undefined) return undefined;
  // Its client is loaded only if it is needed.
  const { connectRedis } = await import("#server/redis/redis.ts");
  const redis = await connectRedis({ url, log });
  const { limits, publishPending, subscription, listenTimes } = redis;
  const keptSessions = keepSessions<Session>({
    isCurrent: () => services().listener.health() === "ok" && subscription.isCurrent(listenTimes.pingMs * 2),
  });
  const open: OpenNotifications = ({ onNotification, ...o }) => {
    const connection = subscription.open({
      ...o,
      onNotification(channel, payload) {
        if (channel === fixedNames.changesChannel) keptSessions.onNotification(payload);
        onNotification(channel, payload);
      },
    });
    return {
      ...connection,
      async start() {
        await connection.start();
        keptSessions.forgetAll();
      },
    };
  };
  database.redis = {
    limits,
    publishPending,
    afterWrite() {
      keptSessions.forgetAll();
      services().notifications.wake();
    },
  };
  return {
    keptSessions,
    /** For `listen`. */
    listening: { open, times: listenTimes },
    health: redis.health,
    fallbackCount: redis.fallbackCount, // optional: telemetry
    stop: redis.stop,
  };
}
