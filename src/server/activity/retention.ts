import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { deleteOldActivity, deletionBatchSize } from "./store.ts";

const firstCleanupMs = 15 * 60_000;
const cleanupIntervalMs = 24 * 60 * 60_000;

type RetentionContext = {
  config: Pick<Config, "activityRetentionDays">;
  database: Pick<Database, "sql">;
  log: Pick<Log, "info" | "warn">;
};

/** Deletes entries that are older than the retention once a day, until `stop`. Instances share the work. */
export function startActivityRetention(context: RetentionContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run() {
    for (let delayMs = firstCleanupMs; !signal.aborted; delayMs = cleanupIntervalMs) {
      await sleep(delayMs, undefined, { signal, ref: false });
      await deleteAllOldActivity(context, signal).catch((error: unknown) =>
        context.log.warn({ err: error }, "Old activity could not be deleted and will be tried again"),
      );
    }
  }
  const running = run().catch(() => undefined); // `stop` aborts the sleep.

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Deletes everything that is older than the retention, in batches. @param signal stops after a batch */
export async function deleteAllOldActivity(
  { config, database, log }: RetentionContext,
  signal?: AbortSignal,
): Promise<void> {
  let total = 0;
  for (;;) {
    const deleted = await deleteOldActivity(database.sql, config.activityRetentionDays);
    total += deleted;
    if (deleted < deletionBatchSize || signal?.aborted) break;
  }
  if (total > 0) log.info({ entries: total }, "Old activity was deleted");
}
