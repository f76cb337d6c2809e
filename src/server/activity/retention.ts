import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
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
  return startPeriodicTask({
    name: "Deleting old activity",
    firstDelayMs: firstCleanupMs,
    intervalMs: cleanupIntervalMs,
    run: (signal) => deleteAllOldActivity(context, signal),
    log: context.log,
  });
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
