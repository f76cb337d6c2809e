import { clockSkewSeconds } from "#server/database/clock.ts";
import type { Database } from "#server/database/connect.ts";
import type { MailWorker } from "#server/mail/worker.ts";
import type { Outputs } from "#server/output.ts";
import type { Metrics } from "#server/telemetry/metrics.ts";
import type { Tracing } from "#server/telemetry/tracing.ts";

/** Adds what /metrics says of the process's services. */
export function addGauges(
  metrics: Metrics,
  {
    database,
    mail,
    upkeep,
    outputs,
    tracing,
    readDetails,
  }: {
    database: Pick<Database, "pool" | "lockConflicts">;
    mail: Pick<MailWorker, "state" | "expiredCount">;
    /** When each task of upkeep ended successfully or, before, when it began to wait: times of `performance.now()`. */
    upkeep: { endedAt: ReadonlyMap<string, number> };
    outputs: Pick<Outputs, "droppedLines">;
    tracing?: Pick<Tracing, "droppedSpans"> | undefined;
    /** The details of /ready. */
    readDetails: () => Record<string, string>;
  },
): void {
  metrics.addGauge({
    name: "service_up",
    help: "Whether a service of the process works: the details of /ready",
    label: "service",
    read: () =>
      Object.fromEntries(
        Object.entries(readDetails()).map(([name, state]) => [name, state === "ok" ? 1 : 0]),
      ),
  });
  const { pool } = database;
  metrics.addGauge({
    name: "database_connections",
    help: "Connections of the pool for requests, and the requests that wait for one",
    label: "state",
    read: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
  metrics.addGauge({
    name: "clock_skew_seconds",
    help: "How far the process's clock is ahead of the database's",
    read: clockSkewSeconds,
  });
  metrics.addCounter({
    name: "database_lock_conflicts",
    help: "Statements that waited for a lock in vain, or were ended because of a deadlock",
    read: database.lockConflicts.count,
  });
  metrics.addGauge({
    name: "mail_queue",
    help: "The mails that are queued, and the age of the oldest in seconds, of all instances",
    label: "value",
    read(): Record<string, number> {
      const state = mail.state();
      return state ? { length: state.length, seconds: state.seconds } : {};
    },
  });
  metrics.addCounter({
    name: "mails_expired",
    help: "Mails that expired undelivered, as this process found them",
    read: mail.expiredCount,
  });
  metrics.addCounter({
    name: "log_lines_dropped",
    help: "Lines that could not be written, by the output",
    label: "output",
    read: outputs.droppedLines,
  });
  if (tracing)
    metrics.addCounter({
      name: "trace_spans_dropped",
      help: "Spans that the collector of traces did not get",
      read: tracing.droppedSpans,
    });
  metrics.addGauge({
    name: "upkeep_age_seconds",
    help: "The time since a task of upkeep ended successfully",
    label: "task",
    read: () =>
      Object.fromEntries([...upkeep.endedAt].map(([name, at]) => [name, (performance.now() - at) / 1_000])),
  });
}
