import { Redis, type RedisOptions } from "iovalkey";
import { brand } from "#brand/brand.ts";
import type { OpenNotifications } from "#server/database/listen.ts";

/** Subscribes to channels on a connection of its own. */
export function openRedisNotifications(
  url: string,
  options: RedisOptions,
  channelOf: (name: string) => string,
): OpenNotifications {
  return ({ channels, timeoutMs, onNotification, onEnd }) => {
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
        await client.connect();
        if (names.size > 0) await client.subscribe(...names.keys());
      },
      ping: () => client.ping(),
      close: async () => client.disconnect(),
    };
  };
}
