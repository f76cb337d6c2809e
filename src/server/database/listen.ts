import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { brand } from "#brand/brand.ts";
import type { DatabaseConnection } from "#server/database/connection.ts";
import type { Log } from "#server/log.ts";

export type ChannelHandler = {
  onNotification: (payload: string) => void;
  /** Called each time that listening begins: earlier notifications were missed. */
  onListen: () => void;
  /** Called when notifications no longer arrive, until `onListen`. */
  onLoss?: () => void;
};

/** A connection on which notifications arrive. */
export type NotificationConnection = {
  /** Connects and listens. */
  start(): Promise<unknown>;
  /** The answer arrives after all notifications that were sent before. */
  ping(): Promise<unknown>;
  close(): Promise<unknown>;
};

/** Creates a connection that listens to channels. @param o.onEnd called if it is lost */
export type OpenNotifications = (o: {
  channels: string[];
  /** The timeout of connecting and of each ping. */
  timeoutMs: number;
  onNotification: (channel: string, payload: string) => void;
  onEnd: (error: Error) => void;
}) => NotificationConnection;

const defaultTimes = {
  pingMs: 30_000,
  timeoutMs: 10_000,
  /** Before the first attempt to reconnect; each further delay is twice as long, up to `maxRetryMs`. */
  firstRetryMs: 250,
  maxRetryMs: 15_000,
};

export type Listener = {
  /** "ok", or "failing: " and the reason. */
  health(): string;
  /** Whether all notifications that were sent until so many milliseconds ago have arrived. */
  isCurrent(maxAgeMs: number): boolean;
  stop(): Promise<void>;
};

/**
 * Listens to notifications on one connection of its own, and reconnects when it is lost, until `stop`.
 * @param o.open where: `postgresNotifications`, or Redis
 * @param o.channels handlers by channel name
 */
export function listen({
  open,
  log,
  channels,
  ...options
}: {
  open: OpenNotifications;
  log: Pick<Log, "info" | "warn">;
  channels: Record<string, ChannelHandler>;
  times?: Partial<typeof defaultTimes>;
}): Listener {
  const times = { ...defaultTimes, ...options.times };
  const stopping = new AbortController();
  const { signal } = stopping;
  let isListening = false;
  let isLossLogged = false;
  /** When the last ping that was answered was sent, or the connection was begun. */
  let currentAt = -Infinity;

  async function run() {
    let retryMs = times.firstRetryMs;
    while (!signal.aborted) {
      try {
        await listenOnce(() => (retryMs = times.firstRetryMs));
      } catch (error) {
        if (!isLossLogged && !signal.aborted)
          log.warn({ err: error }, "The connection for notifications failed and will be tried again");
        isLossLogged = true;
      }
      isListening = false;
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, times.maxRetryMs);
    }
  }

  /** Listens until the connection is lost, which is thrown, or until `stop`. */
  async function listenOnce(onConnected: () => void) {
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => undefined); // It may be rejected before it is awaited.
    const lose = (error: Error) => {
      if (isListening && !signal.aborted) for (const { onLoss } of Object.values(channels)) onLoss?.();
      isListening = false;
      ended.reject(error);
    };
    const connection = open({
      channels: Object.keys(channels),
      timeoutMs: times.timeoutMs,
      onNotification: (channel, payload) => channels[channel]?.onNotification(payload),
      onEnd: lose,
    });
    const ping = async () => {
      const sentAt = performance.now();
      await connection.ping();
      currentAt = sentAt;
    };
    const beganAt = performance.now();
    const onAbort = () => ended.resolve();
    signal.addEventListener("abort", onAbort);
    let pings: NodeJS.Timeout | undefined;
    try {
      await Promise.race([connection.start(), ended.promise]);
      if (signal.aborted) return;
      currentAt = beganAt;
      pings = setInterval(() => void ping().catch(lose), times.pingMs);
      onConnected();
      isListening = true;
      if (isLossLogged) log.info("The connection for notifications works again");
      isLossLogged = false;
      for (const { onListen } of Object.values(channels)) onListen();
      await ended.promise;
    } finally {
      clearInterval(pings);
      signal.removeEventListener("abort", onAbort);
      // A broken connection never confirms that it ended.
      await Promise.race([
        connection.close().catch(() => undefined),
        sleep(1_000, undefined, { ref: false }),
      ]);
    }
  }

  const running = run();
  return {
    health: () => (isListening ? "ok" : "failing: no connection for notifications"),
    isCurrent: (maxAgeMs) => isListening && performance.now() - currentAt < maxAgeMs,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Listens in PostgreSQL. @param connection not through a pooler in transaction mode */
export function postgresNotifications(connection: DatabaseConnection): OpenNotifications {
  return ({ channels, timeoutMs, onNotification, onEnd }) => {
    const client = new pg.Client({
      ...connection,
      application_name: `${brand.prefix} listener`,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    client.on("error", onEnd);
    client.on("end", () => onEnd(new Error("The connection ended")));
    client.on("notification", ({ channel, payload }) => onNotification(channel, payload ?? ""));
    return {
      async start() {
        await client.connect();
        const names = channels.map((name) => client.escapeIdentifier(name));
        await client.query(names.map((name) => `LISTEN ${name}`).join("; "));
      },
      ping: () => client.query("SELECT 1"),
      close: () => client.end(),
    };
  };
}
