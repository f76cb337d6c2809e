import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { mailQueue } from "./table.ts";

/** The mails that wait, of all instances. */
export type QueueState = {
  /** At most 10,000. */
  length: number;
  /** How long the oldest has waited, by the database's clock. */
  seconds: number;
  /** How long the oldest has waited of those that someone waits for, and why its last attempt failed. */
  awaitedSeconds: number;
  reason: string | null;
};

/** After this time, mails are late: /ready and pages say so. */
export const lateSeconds = 30;

export async function readQueueState(database: Sql): Promise<QueueState> {
  const { rows } = await database.execute<QueueState>(sql`
    SELECT count(*)::int AS length,
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds,
      coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE is_awaited)), 0)::float8 AS "awaitedSeconds",
      (array_agg(last_error ORDER BY created_at) FILTER (WHERE is_awaited))[1] AS reason
    FROM (SELECT created_at, is_awaited, last_error FROM ${mailQueue} LIMIT 10000) AS queued`);
  const [state] = rows;
  if (!state) throw new Error("The state of the mail queue can't be read");
  return state;
}

/** What /ready says of it. */
export function describeQueue({ awaitedSeconds, reason }: QueueState): string {
  if (awaitedSeconds <= lateSeconds) return "ok";
  return `failing: a mail has waited for ${Math.round(awaitedSeconds)} s${reason ? `, ${reason}` : ""}`;
}
