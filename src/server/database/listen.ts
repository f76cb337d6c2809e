import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { brand } from "#brand/brand.ts";
import type { DatabaseConnection } from "#server/database/connection.ts";
import type { Log } from "#server/log.ts";

export type ChannelHandler = {
  onNotification: (payload: string) => void;
  /** Called each time that listening begins: earlier notifications were missed. */
  onListen: () => void;
};

const defaultTimes = {
  pingMs: 30_000,
  /** The timeout of connecting and of each ping. */
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
 * Listens to notifications (LISTEN) on one connection of its own, and reconnects when it is lost, until `stop`.
 * @param o.connection not through a pooler in transaction mode
 * @param o.channels handlers by channel name
 */
export function listen({
  connection,
  log,
  channels,
  ...options
}: {
  connection: DatabaseConnection;
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
    const client = new pg.Client({
      ...connection,
      application_name: `${brand.prefix} listener`,
      connectionTimeoutMillis: times.timeoutMs,
      query_timeout: times.timeoutMs,
      keepAlive: true,
    });
    const ended = Promise.withResolvers<void>();
    ended.promise.catch(() => undefined); // It may be rejected before it is awaited.
    client.on("error", ended.reject);
    client.on("end", () => ended.reject(new Error("The connection ended")));
    client.on("notification", ({ channel, payload }) => channels[channel]?.onNotification(payload ?? ""));
    const onAbort = () => ended.resolve();
    signal.addEventListener("abort", onAbort);
    let pings: NodeJS.Timeout | undefined;
    try {
      await Promise.race([client.connect(), ended.promise]);
      const names = Object.keys(channels).map((name) => client.escapeIdentifier(name));
      await client.query(names.map((name) => `LISTEN ${name}`).join("; "));
      pings = setInterval(() => void client.query("SELECT 1").catch(ended.reject), times.pingMs);
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
      await Promise.race([client.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })]);
    }
  }

  const running = run();
  return {
    health: () => (isListening ? "ok" : "failing: no notifications from the database"),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
