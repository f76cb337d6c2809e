import type { Query, QueryKey } from "@tanstack/react-query";
import type { Topic } from "#topics.ts";

const keys = new Map<Topic, QueryKey[]>();
const kept = new WeakSet<Query>();

/** A list with more loaded pages is not asked for again by itself: each page is a request. Its screen offers it. */
const pagesRenewed = 5;

/**
 * Says which queries hold something of a topic: they are asked for again when the database tells of a change. Called by a
 * feature's queries.ts when it is loaded; before that, there are no such queries.
 */
export function invalidateOn(topics: Topic[], queryKey: QueryKey): void {
  for (const topic of topics) keys.set(topic, [...(keys.get(topic) ?? []), queryKey]);
}

/** The keys of what holds something of a topic; of all topics for "*". */
export function queryKeysOf(topic: string): QueryKey[] {
  return topic === "*" ? [...keys.values()].flat() : (keys.get(topic as Topic) ?? []);
}

/** A query that is not renewed any more: what it holds is known to be gone. */
export function freezeQuery(query: Query): void {
  kept.add(query);
}

export function isFrozen(query: Query): boolean {
  return kept.has(query);
}

/** Whether a list has more pages than are asked for again by themselves. */
export function isLong({ state }: { state: { data?: unknown } }): boolean {
  const { data } = state;
  return (
    typeof data === "object" &&
    data !== null &&
    "pages" in data &&
    Array.isArray(data.pages) &&
    data.pages.length > pagesRenewed
  );
}
