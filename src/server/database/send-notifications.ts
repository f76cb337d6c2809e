import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#server/log.ts";
import type { Database } from "./connect.ts";

const defaultTimes = {
  /** Between looks for what single statements, other programs, and processes that died have left to send. */
  intervalMs: 500,
  /** Between two sends, so that the notifications of many transactions are sent together. */
  pauseMs: 50,
};

const batchSize = 1_000;

/** Sends notifications elsewhere than in PostgreSQL. */
export type Publish = (notifications: Notification[]) => Promise<void>;

type Notification = { channel: string; payload: string };

export type NotificationSender = {
  /** Sends soon what was committed by now. */
  wake(): void;
  stop(): Promise<void>;
};

/**
 * Sends the notifications of committed transactions (docs/decisions/0058-notifications-after-the-commit.md), until `stop`:
 * at once after this process's own, and after at most half a second for all others. Several processes can do this.
 */
export function startNotificationSender({
  database,
  publish,
  log,
  ...options
}: {
  database: Pick<Database, "pool" | "onCommit">;
  publish?: Publish | undefined;
  log: Pick<Log, "info" | "warn">;
  times?: Partial<typeof defaultTimes>;
}): NotificationSender {
  const times = { ...defaultTimes, ...options.times };
  let isStopping = false;
  let isFailing = false;
  let wakeUp = Promise.withResolvers<void>();
  const wake = () => wakeUp.resolve();
  database.onCommit(wake);

  async function run() {
    while (!isStopping) {
      wakeUp = Promise.withResolvers();
      await sendAll();
      await sleep(times.pauseMs, undefined, { ref: false });
      const timer = setTimeout(wake, times.intervalMs).unref();
      if (!isStopping) await wakeUp.promise;
      clearTimeout(timer);
    }
  }

  async function sendAll() {
    try {
      while ((await sendNotifications(database, publish)) === batchSize && !isStopping);
      if (isFailing) log.info("Notifications can be sent again");
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopping)
        log.warn({ err: error }, "Notifications can't be sent and will be tried again");
      isFailing = true;
    }
  }

  const running = run();
  return {
    wake,
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}

const takeBatch = `
  DELETE FROM pending_notification WHERE id = ANY (ARRAY(
    SELECT id FROM pending_notification ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ))
  RETURNING channel, payload`;

/**
 * Sends pending notifications that no other process is sending; equal ones once.
 * @param publish where to, instead of PostgreSQL. If it fails, they stay pending
 * @returns how many rows it sent, at most 1000
 */
export async function sendNotifications(
  { pool }: Pick<Database, "pool">,
  publish?: Publish,
): Promise<number> {
  if (publish) return await publishPending(pool, publish);
  // This statement is a transaction. Without synchronous_commit it waits neither for the disk nor for a standby, because
  // while it commits, no one else in the cluster can commit a notification.
  const { rowCount } = await pool.query(`
    WITH sent AS (${takeBatch})
    SELECT pg_notify(channel, payload), set_config('synchronous_commit', 'off', true) FROM sent`);
  return rowCount ?? 0;
}

async function publishPending(pool: Database["pool"], publish: Publish): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<Notification>(takeBatch);
    await publish([...new Map(rows.map((row) => [`${row.channel} ${row.payload}`, row])).values()]);
    await client.query("COMMIT");
    client.release();
    return rows.length;
  } catch (error) {
    const isBroken = await client.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    client.release(isBroken);
    throw error;
  }
}
