import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { periodCounts } from "../table.ts";

/**
 * Moves rows that were just added to the days of their creation, in a series that counts by how many rows a table grew
 * (docs/decisions/0034): its trigger has counted them today.
 */
export async function moveToCreation(
  transaction: Sql,
  series: string,
  rows: { createdAt: Date }[],
): Promise<void> {
  const times = sql.param(rows.map(({ createdAt }) => createdAt.toISOString()));
  await transaction.execute(sql`
    insert into ${periodCounts} as known (series, period, slot, count)
    select ${series}, date_trunc('day', change.at, 'UTC'), 0, sum(change.number)
    from unnest(${times}::timestamptz[]) as created,
      lateral (values (created, 1), (now(), -1)) as change (at, number)
    group by 2
    on conflict (series, period, slot) do update set count = known.count + excluded.count`);
}
