import { type SQL, sql } from "drizzle-orm";
import { type Probe, startProbe } from "#server/probe.ts";
import type { Log } from "#server/log.ts";

/*
 * Times that are stored or compared are the database's, because the clocks of instances differ: `now()` and `fromNow` in SQL,
 * `databaseTime` elsewhere. Durations within a process are differences of `performance.now()`. `npm run check` finds others
 * (docs/decisions/0072-the-databases-clock.md).
 */

/** A larger difference is reported. */
const maxSkewSeconds = 5;
export { maxSkewSeconds }; // optional: telemetry

/** The database's time when `performance.now()` was 0. This process's clock until it is measured. */
let origin = performance.timeOrigin;

/** The current time of the database's clock. */
export function databaseTime(): Date {
  return new Date(origin + performance.now());
}

/** In SQL: a time that is so many seconds from now. */
export function fromNow(seconds: number): SQL<Date> {
  return sql`now() + make_interval(secs => ${seconds})`;
}

/** How many seconds this process's clock is ahead of the database's. */
export function clockSkewSeconds(): number {
  return (Date.now() - databaseTime().getTime()) / 1_000;
}

/** Compares the database's clock with the measurements before, which are at most as wrong as its fastest answer took. */
export async function measureClock(client: Queryable): Promise<void> {
  const sentAt = performance.now();
  const { rows } = await client.query("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms");
  const receivedAt = performance.now();
  const [{ ms }] = rows as [{ ms: number }];
  origin = Math.min(Math.max(origin, ms - receivedAt), ms - sentAt);
}

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> };

/** Reports a difference between this process's clock and the database's, until `stop`. */
export function watchClock({ log }: { log: Pick<Log, "info" | "error"> }): Probe {
  return startProbe({
    name: "The clock of this machine",
    intervalMs: 1_000,
    timeoutMs: 1_000,
    check() {
      const skew = Math.round(clockSkewSeconds());
      if (Math.abs(skew) <= maxSkewSeconds) return Promise.resolve();
      const seconds = `${Math.abs(skew)} s`;
      return Promise.reject(
        new Error(`${seconds} ${skew < 0 ? "behind" : "ahead of"} the clock of the database`),
      );
    },
    describe: (error) => (error as Error).message,
    log,
  });
}
