import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { mailQueue } from "./table.ts";

/** How many mails are queued, at most 10,000, and how many seconds ago the oldest of them was. */
export async function readQueueState(database: Sql): Promise<{ length: number; seconds: number }> {
  const { rows } = await database.execute<{ length: number; seconds: number }>(sql`
    SELECT count(*)::int AS length, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
    FROM (SELECT created_at FROM ${mailQueue} LIMIT 10000) AS queued`);
  return rows[0] ?? { length: 0, seconds: 0 };
}
