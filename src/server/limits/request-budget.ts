import type { Config } from "#server/config.ts";

const minuteMs = 60_000;
const maxCounters = 20_000;

/** What a budget says of a request. */
export type BudgetState = {
  allowed: boolean;
  /** 0 if allowed. */
  retryAfterSeconds: number;
  /** Whether no other request of this name was denied within the last minute. */
  isFirstDenial: boolean;
};

/** Counts a request. @param name of the person or client who sent it */
export type Budget = (name: string) => BudgetState;

/** The budgets of requests, whichever way they come (docs/decisions/0070). Each instance counts for itself. */
export function createRequestBudgets({ requestsPerMinute }: Pick<Config, "requestsPerMinute">) {
  return {
    people: createBudget(requestsPerMinute),
    /** All keys of a person together: a program must not keep its owner from revoking its key. */ // optional: api-keys
    keys: createBudget(requestsPerMinute), // optional: api-keys
    /** Without a session. */
    clients: createBudget(Math.ceil(requestsPerMinute / 2)),
  };
}

export type RequestBudgets = ReturnType<typeof createRequestBudgets>;

type Counter = {
  /** When the whole budget is available again. */
  fullAt: number;
  deniedAt: number;
};

/**
 * Allows each name so many requests at once, and as many a minute (a token bucket). It is in memory, so that no request costs a
 * statement.
 * @param perMinute 0 for no limit
 * @param o.max names that are counted
 */
export function createBudget(
  perMinute: number,
  { now = () => performance.now(), max = maxCounters } = {},
): Budget {
  const allowed = { allowed: true, retryAfterSeconds: 0, isFirstDenial: false };
  if (perMinute === 0) return () => allowed;
  const requestMs = minuteMs / perMinute;
  const counters = new Map<string, Counter>();

  /**
   * Removes the counters that are full again, because they equal new ones. If there are none, the one with the most left: so
   * no one gets a used budget back unless `max` others have used as much of theirs.
   */
  function makePlace(time: number) {
    let fullest: string | undefined;
    let firstFullAt = Infinity;
    for (const [name, { fullAt }] of counters) {
      if (fullAt <= time) counters.delete(name);
      else if (fullAt < firstFullAt) [fullest, firstFullAt] = [name, fullAt];
    }
    if (counters.size >= max && fullest !== undefined) counters.delete(fullest);
  }

  function counterOf(name: string, time: number): Counter {
    const found = counters.get(name);
    if (found) return found;
    if (counters.size >= max) makePlace(time);
    const counter = { fullAt: time, deniedAt: -Infinity };
    counters.set(name, counter);
    return counter;
  }

  return (name) => {
    const time = now();
    const counter = counterOf(name, time);
    const fullAt = Math.max(counter.fullAt, time) + requestMs;
    const waitMs = fullAt - time - minuteMs;
    // Sums of fractions are inexact.
    if (waitMs < 0.001) {
      counter.fullAt = fullAt;
      return allowed;
    }
    const isFirstDenial = time - counter.deniedAt >= minuteMs;
    if (isFirstDenial) counter.deniedAt = time;
    return { allowed: false, retryAfterSeconds: Math.ceil(waitMs / 1_000), isFirstDenial };
  };
}
