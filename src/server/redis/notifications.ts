import { Redis, type RedisOptions } from "iovalkey";
import { brand } from "#brand/brand.ts";
import type { Database } from "#server/database/connect.ts";
import type { OpenNotifications } from "#server/notifications/listen.ts";
import { publishPending } from "./publish.ts";

/** For `listen`. */
const times = { pingMs: 500, timeoutMs: 2_000, maxRetryMs: 1_000 };

/** Notifications through channels of Redis, which arrive on a connection of their own. */
export type RedisNotifications = {
  publishPending: NonNullable<Database["redis"]>["publishPending"];
  /** For `listen`. */
  listening: { open: OpenNotifications; times: typeof times };
  /** Whether all that was published until a second ago has arrived, while `listen` is connected. */
  isCurrent(): boolean;
};

export function redisNotifications({
  client,
  url,
  options,
  prefix,
}: {
  client: Redis;
  url: string;
  options: RedisOptions;
  prefix: string;
}): RedisNotifications {
  // Channels are not those of a database in Redis, as keys are.
  const channelOf = (name: string) => `${prefix}${client.options.db ?? 0}:${name}`;
  /** When the last ping that was answered was sent, or the connection was begun. */
  let currentAt = -Infinity;
  const open: OpenNotifications = ({ channels, timeoutMs, onNotification, onEnd }) => {
    const subscriber = new Redis(url, {
      ...options,
      connectionName: `${brand.prefix} listener`,
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      // `listen` connects again.
      retryStrategy: () => null,
      autoResubscribe: false,
    });
    const names = new Map(channels.map((name) => [channelOf(name), name]));
    subscriber.on("error", onEnd);
    subscriber.on("end", () => onEnd(new Error("The connection ended")));
    subscriber.on("message", (channel: string, payload: string) =>
      onNotification(names.get(channel) ?? "", payload),
    );
    return {
      async start() {
        const beganAt = performance.now();
        await subscriber.connect();
        if (names.size > 0) await subscriber.subscribe(...names.keys());
        currentAt = beganAt;
      },
      async ping() {
        const sentAt = performance.now();
        await subscriber.ping();
        currentAt = sentAt;
      },
      close: async () => subscriber.disconnect(),
    };
  };
  return {
    publishPending: (pool, statement) =>
      publishPending(pool, statement, ({ channel, payload }) => client.publish(channelOf(channel), payload)),
    listening: { open, times },
    isCurrent: () => performance.now() - currentAt < 2 * times.pingMs,
  };
}
