import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { rateLimits } from "./table.ts";

/** How much of something may be done in any span of time. */
export type RateLimit = {
  /** Whose budget for what, such as `code:address:ada@example.com`; kept hashed. */
  key: string;
  /** Units that may be spent within any `windowSeconds`; at most 1,000, as each is remembered. */
  limit: number;
  windowSeconds: number;
  /** Units to spend now; 1 unless told. */
  cost?: number;
};

export type RateLimitResult = { allowed: boolean; /** 0 where it is allowed. */ retryAfterSeconds: number };

/**
 * Spends from a budget: all of the cost or, where it exceeds what is left, nothing. One statement, so that it holds for
 * any number of callers at once, on several instances, and over restarts. The window slides: in no span of its length
 * is more spent than the limit. A few budgets that have run out are cleared away by the way.
 *
 * Call it outside transactions: what is rolled back was not spent.
 * @throws RangeError where the cost alone exceeds the limit.
 */
export async function consumeLimit(
  database: Sql,
  { key, limit, windowSeconds, cost = 1 }: RateLimit,
): Promise<RateLimitResult> {
  const others = limit - cost;
  if (others < 0) throw new RangeError("A cost above the limit can never be spent");
  const [spending] = await statementFor(database).execute({ key: hashKey(key), cost, others, windowSeconds });
  if (spending?.allowed) return { allowed: true, retryAfterSeconds: 0 };
  // Without an entry to wait for, all of them were made while this statement ran.
  const wait = Math.ceil(spending?.wait ?? windowSeconds);
  return { allowed: false, retryAfterSeconds: Math.min(Math.max(wait, 1), windowSeconds) };
}

/** Planning this statement takes longer than running it, so it is prepared. */
const statements = new WeakMap<Sql, ReturnType<typeof prepareStatement>>();

function statementFor(database: Sql) {
  const known = statements.get(database) ?? prepareStatement(database);
  statements.set(database, known);
  return known;
}

function prepareStatement(database: Sql) {
  const key = sql`${sql.placeholder("key")}::text`;
  const cost = sql`${sql.placeholder("cost")}::int`;
  /** How much may have been spent already. */
  const others = sql`${sql.placeholder("others")}::int`;
  const window = sql`make_interval(secs => ${sql.placeholder("windowSeconds")})`;
  const now = sql`statement_timestamp()`;
  const recent = sql`array(select at from unnest(own.spent_at) as at where at > ${now} - ${window})`;

  const cleared = database.$with("cleared", {}).as(sql`
    delete from ${rateLimits} where key in (
      select key from ${rateLimits} where expires_at < ${now} and key <> ${key}
      order by expires_at limit 2 for update skip locked
    )`);
  const spent = database.$with("spent", {}).as(sql`
    insert into ${rateLimits} as own (key, spent_at, expires_at)
    values (${key}, array_fill(${now}, array[${cost}]), ${now} + ${window})
    on conflict (key) do update set spent_at = ${recent} || excluded.spent_at, expires_at = excluded.expires_at
    where cardinality(${recent}) <= ${others}
    returning key`);
  const allowed = sql<boolean>`exists (select from spent)`;
  /** Seconds until enough of what was spent no longer counts. */
  const wait = sql<number | null>`(
    select extract(epoch from at + ${window} - ${now})::float8
    from ${rateLimits} as own, unnest(own.spent_at) as at where own.key = ${key} and at > ${now} - ${window}
    order by at desc offset ${others} limit 1
  )`;
  return database
    .with(cleared, spent)
    .select({ allowed, wait })
    .from(sql`(select) as nothing`)
    .prepare("spend_budget");
}

/**
 * Spends from several budgets, in order, up to the first that has too little left. What was spent before it stays
 * spent: put first the budget of who asks, and last the one that others depend on.
 */
export async function consumeLimits(database: Sql, budgets: readonly RateLimit[]): Promise<RateLimitResult> {
  for (const each of budgets) {
    const spending = await consumeLimit(database, each);
    if (!spending.allowed) return spending;
  }
  return { allowed: true, retryAfterSeconds: 0 };
}

/** Gives back what was spent last, where it turned out not to count. */
export async function refundLimit(
  database: Sql,
  { key, cost = 1 }: Pick<RateLimit, "key" | "cost">,
): Promise<void> {
  await database.execute(sql`
    update ${rateLimits} set spent_at = spent_at[:greatest(cardinality(spent_at) - ${cost}::int, 0)]
    where key = ${hashKey(key)}`);
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
