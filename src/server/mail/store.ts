import { inArray, sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { mailQueue } from "./table.ts";

/** A mail that is ours to send. */
export type ClaimedMail = { id: string; sealedMail: string; /** This one included. */ attempts: number };

/**
 * Takes mails that are due, each for one process only. One whose process dies is due again after `lease`.
 * @param o.lease milliseconds, longer than an attempt may last
 */
export async function claimDueMails(
  database: Sql,
  { limit, lease }: { limit: number; lease: number },
): Promise<ClaimedMail[]> {
  // Materialized, because the planner might otherwise run the inner part more than once, and lock more than the limit.
  const { rows } = await database.execute<ClaimedMail>(sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM ${mailQueue}
      WHERE next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE ${mailQueue} SET attempts = attempts + 1, next_attempt_at = now() + ${lease} * interval '1 millisecond'
    FROM due WHERE ${mailQueue}.id = due.id
    RETURNING ${mailQueue}.id, sealed_mail AS "sealedMail", attempts`);
  return rows;
}

/**
 * Puts a mail back for a later attempt; nothing where another process has it by now.
 * @param o.delay milliseconds
 */
export async function rescheduleMail(
  database: Sql,
  { id, attempts }: Pick<ClaimedMail, "id" | "attempts">,
  { delay, reason }: { delay: number; reason: string },
): Promise<void> {
  await database.execute(sql`
    UPDATE ${mailQueue} SET next_attempt_at = now() + ${delay} * interval '1 millisecond', last_error = ${reason}
    WHERE id = ${id} AND attempts = ${attempts}`);
}

/** Erases mails that are delivered, or refused for good. */
export async function deleteMails(database: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.delete(mailQueue).where(inArray(mailQueue.id, [...ids]));
}

/** Erases what nobody needs any more. */
export async function deleteExpiredMails(
  database: Sql,
): Promise<{ id: string; attempts: number; lastError: string | null }[]> {
  return database
    .delete(mailQueue)
    .where(sql`${mailQueue.expiresAt} <= now()`)
    .returning({ id: mailQueue.id, attempts: mailQueue.attempts, lastError: mailQueue.lastError });
}
