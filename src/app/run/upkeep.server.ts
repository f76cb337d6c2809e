import { deleteOldKeys } from "#features/auth/keys/store.ts";
import { endExpiredImpersonations } from "#features/auth/impersonation/server/impersonation.ts";
import { removeEndedBans } from "#features/users/store.ts";
import { purgeDeletedRecords } from "#resource/server/record-store.ts";
import { deleteOldActivity } from "#server/activity/store.ts";
import type { Config } from "#server/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import { deleteOldAnswers } from "../rest/idempotency.server.ts";

/** Between two runs of a task. */
const upkeepIntervalMs = 60_000;
export { upkeepIntervalMs }; // optional: telemetry

type UpkeepContext = {
  config: Pick<Config, "activityRetentionDays">;
  database: Pick<Database, "sql">;
  log: Pick<Log, "info" | "warn">;
};

/** What happens to rows when their time has come, by its name in the log. Instances can do it at the same time. */
export function upkeepTasks(context: UpkeepContext): Record<string, () => Promise<void>> {
  const { sql } = context.database;
  return {
    "Ending expired impersonations": () => endExpiredImpersonations(context), // optional: impersonation
    "Removing ended bans": () => removeEndedBans(sql),
    "Purging deleted records": () => purgeDeletedRecords(sql),
    "Deleting answers to old requests": () => deleteOldAnswers(sql), // optional: rest
    "Deleting old API keys": () => deleteOldKeys(sql), // optional: api-keys
    "Deleting old activity": () => deleteOldActivity(sql, context.config.activityRetentionDays),
  };
}

/** Runs the tasks each minute, until `stop`. */
export function startUpkeep(context: UpkeepContext) {
  const { log } = context;
  const tasks = Object.entries(upkeepTasks(context));
  const endedAt = new Map(tasks.map(([name]) => [name, performance.now()])); // optional: telemetry
  const running = tasks.map(([name, task]) => {
    const run = async () => {
      await task();
      endedAt.set(name, performance.now()); // optional: telemetry
    };
    return startPeriodicTask({
      name,
      firstDelayMs: upkeepIntervalMs,
      intervalMs: upkeepIntervalMs,
      run,
      log,
    });
  });
  return {
    endedAt, // optional: telemetry
    stop: () => Promise.all(running.map((task) => task.stop())),
  };
}
