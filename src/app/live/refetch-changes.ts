import type { Query, QueryClient } from "@tanstack/react-query";
import { invalidateQueries, isLong, queriesOn } from "#rpc/invalidation.ts";
import { promptReauth } from "#rpc/session-expiry.ts";
import { hasUnsavedChanges, isSubmitting } from "#ui/form/unsaved-changes.ts";
import { listenForChanges } from "./shared-stream.ts";

/** After a sign-out, the page needs this long to navigate to /login by itself. */
const reloadDelayMs = 3_000;

/** A pause that is shorter, as in a deploy, isn't shown. */
const pauseDelayMs = 5_000;

/** Spreads the refetches of many pages. */
const maxJitterMs = 500;
/** The least time between two refetches, while others keep writing. */
const intervalMs = 2_000;
/** Rows don't move while the user is active: a refetch waits until they have been idle for `idleMs`, `maxDeferMs` at most. */
const idleMs = 600;
const maxDeferMs = 3_000;
/** The delay before another look at queries that were still fetching. */
const pollMs = 200;

const activityEvents = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * Refetches what others change, and reloads the page when the session ends, until `signal` aborts.
 * @param setPaused called with whether changes have not arrived for some time
 */
export function startLiveUpdates(
  queryClient: QueryClient,
  setPaused: (isPaused: boolean) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  let pause: ReturnType<typeof setTimeout> | undefined;
  listenForChanges({
    onChange: createRefetcher(queryClient, signal),
    onSessionEnd: () => setTimeout(reload, reloadDelayMs),
    onPause(isPaused) {
      if (isPaused) {
        pause ??= setTimeout(() => setPaused(true), pauseDelayMs);
        return;
      }
      clearTimeout(pause);
      pause = undefined;
      setPaused(false);
    },
    signal,
  });
  signal.addEventListener("abort", () => clearTimeout(pause));

  /** Leads to /login and back here. With unsaved changes, the user signs in again in place. What is being sent has its answer first. */
  function reload() {
    if (signal.aborted) return;
    if (hasUnsavedChanges()) void promptReauth();
    else if (isSubmitting()) setTimeout(reload, reloadDelayMs);
    else location.reload();
  }
}

/**
 * Refetches the queries of changed topics that components use, and removes the others from the cache. Hidden pages wait
 * until they are visible.
 * @returns takes a topic and the time of its change (`performance.now`): queries fetched later are up to date
 */
export function createRefetcher(
  queryClient: QueryClient,
  signal: AbortSignal,
): (topic: string, changedAt: number) => void {
  const cache = queryClient.getQueryCache();
  const fetchedAt = new WeakMap<Query, number>();
  const pending = new Map<string, number>();
  let firstPendingAt = 0;
  let refetchedAt = -intervalMs;
  let activeAt = -idleMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(delayMs: number) {
    if (document.hidden || pending.size === 0) return;
    timer ??= setTimeout(refetchPending, delayMs);
  }

  function refetchPending() {
    timer = undefined;
    const now = performance.now();
    if (signal.aborted || document.hidden) return;
    if (now < activeAt + idleMs && now < firstPendingAt + maxDeferMs)
      return schedule(activeAt + idleMs - now);
    refetchedAt = now;
    const changes = [...pending];
    pending.clear();
    for (const [topic, changedAt] of changes) if (!refetch(topic, changedAt)) pending.set(topic, changedAt);
    schedule(pollMs);
  }

  /** @returns false if some queries are still fetching and must be looked at again */
  function refetch(topic: string, changedAt: number): boolean {
    const outdated = queriesOn(queryClient, topic).filter(
      (query) => (fetchedAt.get(query) ?? 0) <= changedAt,
    );
    const idle = outdated.filter(({ state }) => state.fetchStatus !== "fetching");
    void invalidateQueries(queryClient, idle, (query) => !isLong(query));
    return idle.length === outdated.length;
  }

  const unsubscribe = cache.subscribe(({ type, query, ...event }) => {
    if (type !== "updated" || !("action" in event) || event.action.type !== "fetch") return;
    // Fetching another page of a list leaves its other pages as they are.
    if (!event.action.meta?.fetchMore) fetchedAt.set(query, performance.now());
  });
  signal.addEventListener("abort", unsubscribe);
  const onActivity = () => (activeAt = performance.now());
  for (const name of activityEvents) document.addEventListener(name, onActivity, { passive: true, signal });
  document.addEventListener("visibilitychange", () => schedule(0), { signal });

  return (topic, changedAt) => {
    const now = performance.now();
    if (pending.size === 0) firstPendingAt = now;
    pending.set(topic, changedAt);
    schedule(Math.max(Math.random() * maxJitterMs, refetchedAt + intervalMs - now));
  };
}
