import type { RedisServer } from "#server/redis/redis.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";

/** Adds to /metrics how often Redis wasn't available. */
export function addRedisGauge(metrics: Metrics, { fallbackCount }: Pick<RedisServer, "fallbackCount">): void {
  metrics.addGauge({
    name: "redis_fallbacks",
    help: "How often a rate limit was counted in the database, because Redis wasn't available",
    read: fallbackCount,
  });
}
