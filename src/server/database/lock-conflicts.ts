import { isLockConflict } from "./postgres-errors.ts";

/** A statement that gave up earlier was meant to, or asked for a lock only if it was free. */
const minWaitMs = 900;
const reportedMs = 60_000;

export type LockConflicts = {
  /** For each statement that fails. @param ms how long it took */
  add(error: unknown, ms: number): void;
  /** How many statements waited for a lock in vain, or were ended because of a deadlock. */
  count(): number;
  /** "ok", or "failing: " and how many did so in the last minute. */
  health(): string;
};

/** Counts statements that failed because others hold a lock: that is no failure of the database. */
export function countLockConflicts(): LockConflicts {
  let count = 0;
  let recent: number[] = [];
  return {
    add(error, ms) {
      if (ms < minWaitMs || !isLockConflict(error)) return;
      count += 1;
      recent = [...recent.slice(-999), performance.now()];
    },
    count: () => count,
    health() {
      recent = recent.filter((at) => performance.now() - at < reportedMs);
      return recent.length === 0 ? "ok" : `failing: ${recent.length} statements waited in vain for a lock`;
    },
  };
}
