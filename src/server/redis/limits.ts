import type { Redis } from "iovalkey";
import type { LimitStore } from "./limit-store.ts";

/** The times of a limit's units in milliseconds, the oldest first, in a list that expires with the newest. */
const consumeScript = `
  local time = redis.call("TIME")
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
  local oldest = redis.call("LINDEX", KEYS[1], 0)
  while oldest and tonumber(oldest) <= now - window do
    redis.call("LPOP", KEYS[1])
    oldest = redis.call("LINDEX", KEYS[1], 0)
  end
  local used = redis.call("LLEN", KEYS[1])
  if used >= limit then return {0, redis.call("LINDEX", KEYS[1], -limit) + window - now} end
  redis.call("RPUSH", KEYS[1], now)
  redis.call("PEXPIRE", KEYS[1], window)
  return {used + 1, (oldest or now) + window - now}`;

/**
 * Rate limits in Redis, with the time of its clock.
 * @param prefix of the keys
 * @param tryRedis calls Redis; undefined if it isn't available
 */
export function redisLimits(
  client: Redis,
  prefix: string,
  tryRedis: <Result>(call: () => Promise<Result>) => Promise<Result | undefined>,
): LimitStore {
  client.defineCommand("consumeLimit", { numberOfKeys: 1, lua: consumeScript });
  const { consumeLimit } = client as Redis & {
    consumeLimit(key: string, limit: number, windowMs: number): Promise<[used: number, ms: number]>;
  };
  const keyOf = (hash: string) => `${prefix}limit:${hash}`;
  return {
    async consume(hash, { limit, windowSeconds }) {
      const call = () => consumeLimit.call(client, keyOf(hash), limit, windowSeconds * 1_000);
      const consumed = await tryRedis(call);
      if (!consumed) return undefined;
      const [used, ms] = consumed;
      const seconds = ms / 1_000;
      return used > 0
        ? { used, resetSeconds: seconds, retryAfterSeconds: null }
        : { used: null, resetSeconds: null, retryAfterSeconds: seconds };
    },
    refund: async (hash) => (await tryRedis(() => client.rpop(keyOf(hash)))) !== undefined,
  };
}
