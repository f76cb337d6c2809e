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
type NotificationConnection = {
  /** Connects and listens. */
  start(): Promise<unknown>;
  /** The answer arrives after all notifications that were sent before. */
  ping(): Promise<unknown>;
  close(): Promise<unknown>;
};

type ConnectionOptions = {
  channels: string[];
  /** The timeout of connecting and of each ping. */
  timeoutMs: number;
  onNotification: (channel: string, payload: string) => void;
  /** Called if it is lost. */
  onEnd: (error: Error) => void;
};

// optional: redis
/** Creates a connection that listens elsewhere than in PostgreSQL. */
export type OpenNotifications = (o: ConnectionOptions) => NotificationConnection;
// end: redis

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
  stop(): Promise<void>;
};

/**
 * Listens to notifications on one connection of its own, and reconnects when it is lost, until `stop`.
 * @param o.connection not through a pooler in transaction mode
 * @param o.open if not in PostgreSQL // optional: redis
 * @param o.channels handlers by channel name
 */
export function listen({
  connection,
  log,
  channels,
  ...options
}: {
  connection: DatabaseConnection;
  open?: OpenNotifications | undefined; // optional: redis
  log: Pick<Log, "info" | "warn">;
  channels: Record<string, ChannelHandler>;
  times?: Partial<typeof defaultTimes>;
}): Listener {
  const times = { ...defaultTimes, ...options.times };
  const stopping = new AbortController();
  const { signal } = stopping;
  let isListening = false;
  let isLossLogged = false;

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
    const o: ConnectionOptions = {
      channels: Object.keys(channels),
      timeoutMs: times.timeoutMs,
      onNotification: (channel, payload) => channels[channel]?.onNotification(payload),
      onEnd: lose,
    };
    const notifications =
      options.open?.(o) ?? // optional: redis
      openNotifications(connection, o);
    const onAbort = () => ended.resolve();
    signal.addEventListener("abort", onAbort);
    let pings: NodeJS.Timeout | undefined;
    try {
      await Promise.race([notifications.start(), ended.promise]);
      if (signal.aborted) return;
      pings = setInterval(() => void notifications.ping().catch(lose), times.pingMs);
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
        notifications.close().catch(() => undefined),
        sleep(1_000, undefined, { ref: false }),
      ]);
    }
  }

  const running = run();
  return {
    health: () => (isListening ? "ok" : "failing: no connection for notifications"),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Creates a connection that listens in PostgreSQL. */
function openNotifications(
  connection: DatabaseConnection,
  { channels, timeoutMs, onNotification, onEnd }: ConnectionOptions,
): NotificationConnection {
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
}
