import { Redis, type RedisOptions } from "iovalkey";
import { brand } from "#brand/brand.ts";
import type { LimitStore } from "./limit-store.ts";
import type { Log } from "#server/log.ts";
import { startProbe } from "#server/probe.ts";
import { StartError } from "#server/start-error.ts";
import { redisLimits } from "./limits.ts";
import { type RedisNotifications, redisNotifications } from "./notifications.ts";

const times = { connectMs: 5_000, commandMs: 500, retryMs: 500, pingMs: 500 };

/** What Redis or Valkey does for the product (docs/decisions/0066-redis.md). */
export type RedisServer = {
  limits: LimitStore;
  notifications: RedisNotifications; // optional: live
  /** "ok" or "failing". */
  health(): string;
  /** How often a rate limit was counted in the database, because Redis wasn't available. */
  fallbackCount(): number;
  stop(): Promise<void>;
};

/**
 * Connects to Redis 7 or newer, or Valkey. When it is lost later, it is tried again until `stop`.
 * @param o.prefix of all names in it
 * @throws StartError if it can't be reached, or isn't suitable
 */
export async function connectRedis({
  url,
  log,
  prefix,
}: {
  url: string;
  log: Pick<Log, "info" | "error">;
  prefix: string;
}): Promise<RedisServer> {
  const options: RedisOptions = {
    lazyConnect: true,
    connectionName: brand.prefix,
    connectTimeout: times.connectMs,
    commandTimeout: times.commandMs,
    retryStrategy: () => times.retryMs,
    // A command that was not answered is not repeated: the database has done its work.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  };
  const client = new Redis(url, options);
  await checkServer(client);

  const probe = startProbe({
    name: "Redis",
    intervalMs: times.pingMs,
    timeoutMs: times.commandMs,
    check: async () => void (await client.ping()),
    // Without this, a connection to a machine that is gone would be kept.
    onFailure: () => client.status === "ready" && client.disconnect(true),
    log,
  });
  let fallbackCount = 0;

  /** While it is known to be away, nothing waits for it. */
  async function tryRedis<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    try {
      if (probe.health() === "ok") return await call();
    } catch {
      // The probe logs why.
    }
    fallbackCount += 1;
    return undefined;
  }

  return {
    limits: redisLimits(client, prefix, tryRedis),
    notifications: redisNotifications({ client, url, options, prefix }), // optional: live
    health: probe.health,
    fallbackCount: () => fallbackCount,
    async stop() {
      await probe.stop();
      client.disconnect();
    },
  };
}

async function checkServer(client: Redis): Promise<void> {
  const failed = Promise.withResolvers<never>();
  client.on("error", failed.reject); // Without a listener, it would be printed.
  try {
    const info = await Promise.race([client.connect().then(() => client.info("server")), failed.promise]);
    const [, version = "0"] = /^redis_version:(\S+)/m.exec(info) ?? [];
    if (Number.parseInt(version) < 7)
      throw new StartError(`REDIS_URL refers to Redis ${version}, and 7 or newer is required, or Valkey.`);
  } catch (error) {
    client.disconnect();
    if (error instanceof StartError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `Redis can't be used (${code ?? message}): check REDIS_URL, and that it is running, or remove REDIS_URL.`,
    ); // Without the cause, which has the password.
  }
}
