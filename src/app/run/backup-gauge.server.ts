import { readBackupAge } from "#server/backup/record.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import { startPeriodicTask } from "#server/periodic-task.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";

type Options = {
  database: Pick<Database, "pool">;
  log: Pick<Log, "warn">;
};

/**
 * Adds to /metrics how old the last backup is. It is read regularly, so that the measurements don't wait for the database.
 * @returns what stops that
 */
export function addBackupGauge(metrics: Metrics, { database, log }: Options): { stop(): Promise<void> } {
  let madeAt: number | undefined;
  metrics.addGauge({
    name: "backup_age_seconds",
    help: "The time since the moment that the last backup has or, without any, since the database was created",
    read: (): number | Record<string, never> =>
      madeAt === undefined ? {} : (performance.now() - madeAt) / 1_000,
  });
  return startPeriodicTask({
    name: "Reading the age of the last backup",
    firstDelayMs: 0,
    intervalMs: 15_000,
    async run() {
      madeAt = performance.now() - 1_000 * (await readBackupAge(database.pool));
    },
    log,
  });
}
