import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Sql } from "#server/database/connect.ts";
import { preparedStatement } from "#server/database/prepared.ts";
import { rateLimits } from "./table.ts";

/** How often something is allowed within a sliding window. */
export type RateLimit = {
  /** The limited action and its subject, for example `code:address:ada@example.com`. Stored as a hash. */
  key: string;
  /** Units allowed within any `windowSeconds`; at most 1,000, because the time of each is stored. */
  limit: number;
  windowSeconds: number;
};

export type RateLimitResult = { allowed: boolean; /** 0 if allowed. */ retryAfterSeconds: number };

/** What is left of a limit, and when the next units are available again. */
export type LimitState = RateLimitResult & { remaining: number; resetSeconds: number };

// optional: redis
/**
 * Limits are in Redis if there is one, else, or while it is away, in PostgreSQL. With `sql` alone they are always in
 * PostgreSQL, for what must stay used up even if Redis loses its data.
 */
// end: redis
type LimitDatabase = Pick<Database, "sql"> & {
  redis?: Pick<NonNullable<Database["redis"]>, "limits">; // optional: redis
};

/**
 * Consumes a unit of a rate limit if one is left. It is one statement, so it is exact with any number of concurrent callers
 * and instances. Each call also deletes up to two expired rows.
 *
 * Call it outside transactions: a rollback would undo it.
 */
export async function consumeLimit(
  database: LimitDatabase,
  { key, limit, windowSeconds }: RateLimit,
): Promise<LimitState> {
  const hash = hashKey(key);
  const row =
    (await database.redis?.limits.consume(hash, { limit, windowSeconds })) ?? // optional: redis
    (await consume(database.sql, { key: hash, maxUsed: limit - 1, windowSeconds }))[0];
  const bounded = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 1), windowSeconds);
  if (row?.used) {
    const resetSeconds = bounded(row.resetSeconds ?? windowSeconds);
    return { allowed: true, retryAfterSeconds: 0, remaining: limit - row.used, resetSeconds };
  }
  // Null if concurrent calls consumed the limit while the statement ran.
  const retryAfterSeconds = bounded(row?.retryAfterSeconds ?? windowSeconds);
  return { allowed: false, retryAfterSeconds, remaining: 0, resetSeconds: retryAfterSeconds };
}

/** Planning takes longer than running it. */
const consume = preparedStatement("consume limit", (database) => {
  const key = sql`${sql.placeholder("key")}::text`;
  /** How many units may have been consumed before. */
  const maxUsed = sql`${sql.placeholder("maxUsed")}::int`;
  const window = sql`make_interval(secs => ${sql.placeholder("windowSeconds")})`;
  const now = sql`statement_timestamp()`;
  const recent = sql`array(select at from unnest(own.spent_at) as at where at > ${now} - ${window})`;

  const expired = database.$with("expired", {}).as(sql`
    delete from ${rateLimits} where key in (
      select key from ${rateLimits} where expires_at < ${now} and key <> ${key}
      order by expires_at limit 2 for update skip locked
    )`);
  const consumed = database.$with("consumed", {}).as(sql`
    insert into ${rateLimits} as own (key, spent_at, expires_at)
    values (${key}, array[${now}], ${now} + ${window})
    on conflict (key) do update set spent_at = ${recent} || excluded.spent_at, expires_at = excluded.expires_at
    where cardinality(${recent}) <= ${maxUsed}
    returning cardinality(spent_at) as used, extract(epoch from spent_at[1] + ${window} - ${now})::float8 as reset`);
  const used = sql<number | null>`(select used from consumed)`;
  const resetSeconds = sql<number | null>`(select reset from consumed)`;
  /** Until enough units have left the window. */
  const retryAfterSeconds = sql<number | null>`(
    select extract(epoch from at + ${window} - ${now})::float8
    from ${rateLimits} as own, unnest(own.spent_at) as at where own.key = ${key} and at > ${now} - ${window}
    order by at desc offset ${maxUsed} limit 1
  )`;
  return database
    .with(expired, consumed)
    .select({ used, resetSeconds, retryAfterSeconds })
    .from(sql`(select) as nothing`);
});

/**
 * Consumes several rate limits in order, up to the first that is exceeded. The ones before it stay consumed, so list the
 * requester's own limit first, and limits shared with others last.
 */
export async function consumeLimits(
  database: LimitDatabase,
  limits: readonly RateLimit[],
): Promise<RateLimitResult> {
  for (const limit of limits) {
    const result = await consumeLimit(database, limit);
    if (!result.allowed) return result;
  }
  return { allowed: true, retryAfterSeconds: 0 };
}

/**
 * Whether a unit of a rate limit is left, without consuming it.
 * (Only of one that is always in PostgreSQL.) // optional: redis
 */
export async function checkLimit(
  database: Sql,
  { key, limit, windowSeconds }: RateLimit,
): Promise<RateLimitResult> {
  const { rows } = await database.execute<{ retryAfterSeconds: number }>(sql`
    select extract(epoch from at + make_interval(secs => ${windowSeconds}) - now())::float8 as "retryAfterSeconds"
    from ${rateLimits}, unnest(spent_at) as at
    where key = ${hashKey(key)} and at > now() - make_interval(secs => ${windowSeconds})
    order by at desc offset ${limit - 1} limit 1`);
  return { allowed: !rows[0], retryAfterSeconds: Math.ceil(rows[0]?.retryAfterSeconds ?? 0) };
}

/** Returns the unit that was consumed last, for an attempt that should not count. */
export async function refundLimit(database: LimitDatabase, { key }: Pick<RateLimit, "key">): Promise<void> {
  const hash = hashKey(key);
  if (await database.redis?.limits.refund(hash)) return; // optional: redis
  await database.sql.execute(sql`
    update ${rateLimits} set spent_at = spent_at[:greatest(cardinality(spent_at) - 1, 0)]
    where key = ${hash}`);
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
