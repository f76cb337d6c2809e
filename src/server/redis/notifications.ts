import { Redis, type RedisOptions } from "iovalkey";
import { brand } from "#brand/brand.ts";
import type { OpenNotifications } from "#server/database/listen.ts";

/** Subscriptions to channels, on a connection of their own. */
export type RedisSubscription = {
  open: OpenNotifications;
  /** Whether all that was published until so many milliseconds ago has arrived, while `listen` is connected. */
  isCurrent(maxAgeMs: number): boolean;
};

export function redisSubscription(
  url: string,
  options: RedisOptions,
  channelOf: (name: string) => string,
): RedisSubscription {
  /** When the last ping that was answered was sent, or the connection was begun. */
  let currentAt = -Infinity;
  const open: OpenNotifications = ({ channels, timeoutMs, onNotification, onEnd }) => {
    const client = new Redis(url, {
      ...options,
      connectionName: `${brand.prefix} listener`,
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      // `listen` connects again.
      retryStrategy: () => null,
      autoResubscribe: false,
    });
    const names = new Map(channels.map((name) => [channelOf(name), name]));
    client.on("error", onEnd);
    client.on("end", () => onEnd(new Error("The connection ended")));
    client.on("message", (channel: string, payload: string) =>
      onNotification(names.get(channel) ?? "", payload),
    );
    return {
      async start() {
        const beganAt = performance.now();
        await client.connect();
        if (names.size > 0) await client.subscribe(...names.keys());
        currentAt = beganAt;
      },
      async ping() {
        const sentAt = performance.now();
        await client.ping();
        currentAt = sentAt;
      },
      close: async () => client.disconnect(),
    };
  };
  return { open, isCurrent: (maxAgeMs) => performance.now() - currentAt < maxAgeMs };
}
