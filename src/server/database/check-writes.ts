import { randomUUID } from "node:crypto";
import type pg from "pg";
import { startProbe } from "#server/probe.ts";
import type { Log } from "#server/log.ts";
import { isLockConflict } from "./postgres-errors.ts";

// optional: live
/** Carries the notifications that each process sends to itself. */
const probeChannel = "probe";
// end: live

const defaultTimes = {
  intervalMs: 10_000,
  timeoutMs: 5_000,
  // optional: live
  /** A notification that takes longer is lost. */
  notificationMs: 5_000,
  // end: live
};

/** Checks regularly, until `stop`, that the database can write to its disk. Reading works without it. */
export function startWriteCheck({
  pool,
  log,
  ...options
}: {
  pool: Pick<pg.Pool, "query" | "waitingCount">;
  log: Pick<Log, "info" | "error">;
  times?: Partial<typeof defaultTimes>;
}) {
  const times = { ...defaultTimes, ...options.times };
  const id = randomUUID(); // optional: live
  let awaitedSince: number | undefined; // optional: live

  const probe = startProbe({
    name: "Writing to the database",
    ...times,
    async check() {
      // One transaction. The rows are larger than work_mem, so they need space on the disk.
      const statements = [
        "SET LOCAL work_mem = '64kB'",
        // Shorter than the check's timeout, so that a lock doesn't look like a disk that doesn't answer.
        "SET LOCAL lock_timeout = '2s'",
        "SELECT count(*) FROM generate_series(1, 20000)",
        "SELECT pg_logical_emit_message(true, 'probe', '')",
        `INSERT INTO pending_notification (channel, payload) VALUES ('${probeChannel}', '${id}')`, // optional: live
      ];
      await pool.query(statements.join(";"));
      awaitedSince ??= performance.now(); // optional: live
    },
    describe: (error) => describeFailure(error, pool),
    log,
  });

  return {
    ...probe,
    // optional: live
    /** Whether the process's notifications to itself arrive: "ok", or "failing: " and why. */
    notifications() {
      const isLost = awaitedSince !== undefined && performance.now() - awaitedSince > times.notificationMs;
      return isLost ? "failing: notifications don't arrive" : "ok";
    },
    /** For `listen`. */
    channels: {
      [probeChannel]: {
        onNotification(payload: string) {
          if (payload === id) awaitedSince = undefined;
        },
        // An earlier one was sent while nothing listened.
        onListen: () => (awaitedSince = undefined),
      },
    },
    // end: live
  };
}

/** What /ready says of a failure. */
function describeFailure(error: unknown, { waitingCount }: Pick<pg.Pool, "waitingCount">): string {
  if (isLockConflict(error)) return "a table is locked";
  const { code } = error as { code?: string };
  if (code === "53100") return "the disk is full";
  if (code === "25006") return "the server is read-only";
  if (code) return `error ${code}`;
  return waitingCount > 0 ? "no connection is free" : "no answer";
}
