import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { budget } from "./table.ts";

/** How much of something may be done in any span of time. */
export type Budget = {
  /** Whose budget for what, such as `code:address:ada@example.com`; kept hashed. */
  key: string;
  /** Units that may be spent within any `windowSeconds`; at most 1,000, as each is remembered. */
  limit: number;
  windowSeconds: number;
  /** Units to spend now; 1 unless told. */
  cost?: number;
};

export type Spending = { allowed: boolean; /** 0 where it is allowed. */ retryAfterSeconds: number };

/**
 * Spends from a budget: all of the cost or, where it exceeds what is left, nothing. One statement, so that it holds for
 * any number of callers at once, on several instances, and over restarts. The window slides: in no span of its length
 * is more spent than the limit. A few budgets that have run out are cleared away by the way.
 *
 * Call it outside transactions: what is rolled back was not spent.
 * @throws RangeError where the cost alone exceeds the limit.
 */
export async function spend(
  database: Sql,
  { key, limit, windowSeconds, cost = 1 }: Budget,
): Promise<Spending> {
  if (cost > limit) throw new RangeError("A cost above the limit can never be spent");
  const hashed = hashKey(key);
  const now = sql`statement_timestamp()`;
  const window = sql`make_interval(secs => ${windowSeconds})`;
  const spending = sql`array_fill(${now}, array[${cost}::int])`;
  const recent = sql`array(select spent from unnest(own.spent_at) as spent where spent > ${now} - ${window})`;

  const { rows } = await database.execute<{ allowed: boolean; wait: number | null }>(sql`
    with cleared as (
      delete from ${budget} where key in (
        select key from ${budget} where expires_at < ${now} and key <> ${hashed}
        order by expires_at limit 2 for update skip locked
      )
    ), spent as (
      insert into ${budget} as own (key, spent_at, expires_at) values (${hashed}, ${spending}, ${now} + ${window})
      on conflict (key) do update set spent_at = ${recent} || excluded.spent_at, expires_at = excluded.expires_at
      where cardinality(${recent}) + ${cost}::int <= ${limit}::int
      returning key
    )
    select exists (select from spent) as allowed, (
      select extract(epoch from spent + ${window} - ${now})::float8
      from ${budget} as own, unnest(own.spent_at) as spent where own.key = ${hashed} and spent > ${now} - ${window}
      order by spent desc offset ${limit - cost}::int limit 1
    ) as wait`);

  if (rows[0]?.allowed) return { allowed: true, retryAfterSeconds: 0 };
  // Without an entry to wait for, all of them were made while this statement ran.
  const wait = Math.ceil(rows[0]?.wait ?? windowSeconds);
  return { allowed: false, retryAfterSeconds: Math.min(Math.max(wait, 1), windowSeconds) };
}

/**
 * Spends from several budgets, in order, up to the first that has too little left. What was spent before it stays
 * spent: put first the budget of who asks, and last the one that others depend on.
 */
export async function spendAll(database: Sql, budgets: readonly Budget[]): Promise<Spending> {
  for (const each of budgets) {
    const spending = await spend(database, each);
    if (!spending.allowed) return spending;
  }
  return { allowed: true, retryAfterSeconds: 0 };
}

/** Gives back what was spent last, where it turned out not to count. */
export async function refund(database: Sql, { key, cost = 1 }: Pick<Budget, "key" | "cost">): Promise<void> {
  await database.execute(sql`
    update ${budget} set spent_at = spent_at[:greatest(cardinality(spent_at) - ${cost}::int, 0)]
    where key = ${hashKey(key)}`);
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
