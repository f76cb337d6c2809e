import { eq, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { mailQueue } from "./table.ts";

export type ClaimedMail = { id: string; sealedMail: string; /** Including this one. */ attempts: number };

/**
 * Claims due mails, each for one process only.
 * @param o.leaseMs after which a mail whose process died is due again; longer than an attempt may take
 */
export async function claimDueMails(
  database: Sql,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  // Materialized, because the planner could otherwise run the subquery twice and lock more rows than the limit.
  const { rows } = await database.execute<ClaimedMail>(sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM ${mailQueue}
      WHERE next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE ${mailQueue} SET attempts = attempts + 1, next_attempt_at = now() + ${leaseMs} * interval '1 millisecond'
    FROM due WHERE ${mailQueue}.id = due.id
    RETURNING ${mailQueue}.id, sealed_mail AS "sealedMail", attempts`);
  return rows;
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

/** How many mails are queued, at most 10,000, and how many seconds ago the oldest of them was. */
export async function readQueueState(database: Sql): Promise<{ length: number; seconds: number }> {
  const { rows } = await database.execute<{ length: number; seconds: number }>(sql`
    SELECT count(*)::int AS length, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
    FROM (SELECT created_at FROM ${mailQueue} LIMIT 10000) AS queued`);
  return rows[0] ?? { length: 0, seconds: 0 };
}
