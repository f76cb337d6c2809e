import { startAfterCommits } from "#server/database/after-commits.ts";
import type { Log } from "#server/log.ts";
import type { Database } from "#server/database/connect.ts";

const defaultTimes = {
  /** Between looks for what single statements, other programs, and processes that died have left to send. */
  intervalMs: 500,
  /** Between two sends, so that the notifications of many transactions are sent together. */
  pauseMs: 50,
};

const batchSize = 1_000;

export type NotificationSender = {
  // optional: redis
  /** Sends soon what was committed by now. */
  wake(): void;
  // end: redis
  stop(): Promise<void>;
};

/**
 * Sends the notifications of committed transactions (docs/decisions/0058-notifications-after-the-commit.md), until `stop`:
 * at once after this process's own, and after at most half a second for all others. Several processes can do this.
 */
export function startNotificationSender({
  database,
  log,
  ...options
}: {
  database: Database;
  log: Pick<Log, "info" | "warn">;
  times?: Partial<typeof defaultTimes>;
}): NotificationSender {
  const times = { ...defaultTimes, ...options.times };
  let isFailing = false;

  async function sendAll(signal: AbortSignal) {
    try {
      while ((await sendNotifications(database)) === batchSize && !signal.aborted);
      if (isFailing) log.info("Notifications can be sent again");
      isFailing = false;
    } catch (error) {
      if (!isFailing && !signal.aborted)
        log.warn({ err: error }, "Notifications can't be sent and will be tried again");
      isFailing = true;
    }
  }

  return startAfterCommits({ database, ...times, run: sendAll });
}

const takeBatch = `
  DELETE FROM pending_notification WHERE id = ANY (ARRAY(
    SELECT id FROM pending_notification ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ))
  RETURNING channel, payload`;

/**
 * Sends pending notifications that no other process is sending; equal ones once.
 * @returns how many rows it sent, at most 1000
 */
export async function sendNotifications({
  pool,
  redis, // optional: redis
}: Database): Promise<number> {
  if (redis) return await redis.publishPending(pool, takeBatch); // optional: redis
  // This statement is a transaction. Without synchronous_commit it waits neither for the disk nor for a standby, because
  // while it commits, no one else in the cluster can commit a notification.
  const { rowCount } = await pool.query(`
    WITH sent AS (${takeBatch})
    SELECT pg_notify(channel, payload), set_config('synchronous_commit', 'off', true) FROM sent`);
  return rowCount ?? 0;
}
