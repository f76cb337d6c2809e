import type { Query, QueryClient } from "@tanstack/react-query";
import { invalidateQueries, isLong, queriesOn } from "#rpc/invalidation.ts";

/** Milliseconds: many pages are not to ask in the same moment; while somebody else writes on and on, pages ask this often. */
const spread = 500;
const pause = 2_000;
/** Rows don't move under a hand that is at work: it has rested for so long, or has been waited for long enough. */
const rest = 600;
const patience = 3_000;
/** Until what is on its way has come. */
const arrival = 200;

const signsOfWork = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * Renews what the page holds of a topic that has changed: what is shown is asked for again, what is not begins anew when
 * somebody comes back to it. A page that nobody sees waits until it is seen.
 * @returns takes a topic, and a moment: what was asked for after it holds the change already
 */
export function createRenewal(
  queryClient: QueryClient,
  signal: AbortSignal,
): (topic: string, since: number) => void {
  const cache = queryClient.getQueryCache();
  const askedAt = new WeakMap<Query, number>();
  const pending = new Map<string, number>();
  let heardAt = 0;
  let renewedAt = -pause;
  let workedAt = -rest;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(wait: number) {
    if (document.hidden || pending.size === 0) return;
    timer ??= setTimeout(attempt, wait);
  }

  function attempt() {
    timer = undefined;
    const now = performance.now();
    if (signal.aborted || document.hidden) return;
    if (now < workedAt + rest && now < heardAt + patience) return plan(workedAt + rest - now);
    renewedAt = now;
    const changes = [...pending];
    pending.clear();
    for (const [topic, since] of changes) if (!renew(topic, since)) pending.set(topic, since);
    plan(arrival);
  }

  /** @returns whether that was all: what is on its way to somebody is waited for */
  function renew(topic: string, since: number): boolean {
    const old = queriesOn(queryClient, topic).filter((query) => (askedAt.get(query) ?? 0) <= since);
    const idle = old.filter(({ state }) => state.fetchStatus !== "fetching");
    void invalidateQueries(queryClient, idle, (query) => !isLong(query));
    return idle.length === old.length;
  }

  const unsubscribe = cache.subscribe(({ type, query, ...event }) => {
    if (type !== "updated" || !("action" in event) || event.action.type !== "fetch") return;
    // Another page of a list leaves those before it as they are.
    if (!event.action.meta?.fetchMore) askedAt.set(query, performance.now());
  });
  signal.addEventListener("abort", unsubscribe);
  const noteWork = () => (workedAt = performance.now());
  for (const sign of signsOfWork) document.addEventListener(sign, noteWork, { passive: true, signal });
  document.addEventListener("visibilitychange", () => plan(0), { signal });

  return (topic, since) => {
    const now = performance.now();
    if (pending.size === 0) heardAt = now;
    pending.set(topic, since);
    plan(Math.max(Math.random() * spread, renewedAt + pause - now));
  };
}
