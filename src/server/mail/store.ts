import { eq, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { mailQueue, mailRate } from "./table.ts";

export type ClaimedMail = {
  id: string;
  sealedMail: string;
  /** Including this one. */
  attempts: number;
  /** How long to wait before the attempt, for the rate. */
  delayMs: number;
};

/**
 * Claims due mails, each for one process only.
 * @param o.leaseMs after which a mail whose process died is due again; longer than an attempt may take
 * @param o.perSecond how many attempts all processes together begin in a second
 */
export async function claimDueMails(
  database: Sql,
  { limit, leaseMs, perSecond }: { limit: number; leaseMs: number; perSecond?: number | undefined },
): Promise<ClaimedMail[]> {
  // The row's lock makes processes that claim mails at the same time take turns.
  const busyUntil = perSecond
    ? sql`
      INSERT INTO ${mailRate} AS rate (busy_until)
      SELECT now() + count(*) / ${perSecond}::float8 * interval '1 second' FROM due HAVING count(*) > 0
      ON CONFLICT (id) DO UPDATE
      SET busy_until = greatest(rate.busy_until, now()) + (excluded.busy_until - now())
      RETURNING busy_until`
    : sql`SELECT now() AS busy_until`;
  // Materialized, because the planner could otherwise run the subquery twice and lock more rows than the limit.
  const { rows } = await database.execute<Omit<ClaimedMail, "delayMs"> & { busyMs: number }>(sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM ${mailQueue}
      WHERE next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ), rate AS (${busyUntil})
    UPDATE ${mailQueue} SET attempts = attempts + 1, next_attempt_at = busy_until + ${leaseMs} * interval '1 millisecond'
    FROM due, rate WHERE ${mailQueue}.id = due.id
    RETURNING ${mailQueue}.id, sealed_mail AS "sealedMail", attempts,
      (extract(epoch FROM busy_until - clock_timestamp()) * 1000)::float8 AS "busyMs"`);
  const intervalMs = perSecond ? 1_000 / perSecond : 0;
  return rows.map(({ busyMs, ...mail }, index) => ({
    ...mail,
    delayMs: Math.max(0, busyMs - (rows.length - index) * intervalMs),
  }));
}

/** Sets the time of the next attempt, unless another process has claimed the mail since. */
export async function rescheduleMail(
  database: Sql,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  { delayMs, reason }: { delayMs: number; reason: string },
): Promise<void> {
  await database.execute(sql`
    UPDATE ${mailQueue} SET next_attempt_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${reason}
    WHERE id = ${id} AND attempts = ${attempts}`);
}

export async function deleteMail(database: Sql, id: string): Promise<void> {
  await database.delete(mailQueue).where(eq(mailQueue.id, id));
}

export async function deleteExpiredMails(
  database: Sql,
): Promise<{ id: string; attempts: number; lastError: string | null }[]> {
  return database
    .delete(mailQueue)
    .where(sql`${mailQueue.expiresAt} <= now()`)
    .returning({ id: mailQueue.id, attempts: mailQueue.attempts, lastError: mailQueue.lastError });
}
