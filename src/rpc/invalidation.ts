import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Topic } from "./permissions.ts";

const queryKeys = new Map<Topic, QueryKey[]>();
const frozenQueries = new WeakSet<Query>();

/** Lists with more loaded pages aren't refetched automatically: each page is a request. Their screen offers it instead. */
const maxRefetchedPages = 5;

/** Registers queries that depend on topics. A feature's queries.ts calls it when it is loaded. */
export function invalidateOn(topics: Topic[], queryKey: QueryKey): void {
  for (const topic of topics) queryKeys.set(topic, [...(queryKeys.get(topic) ?? []), queryKey]);
}

/** The cached queries that depend on a topic ("*" for any topic), without frozen ones. */
export function queriesOn(queryClient: QueryClient, topic: string): Query[] {
  const keys = topic === "*" ? [...queryKeys.values()].flat() : (queryKeys.get(topic as Topic) ?? []);
  const queries = keys.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }));
  return [...new Set(queries)].filter((query) => !frozenQueries.has(query));
}

/**
 * Refetches those of the queries that components use, and removes the others from the cache.
 * @param shouldRefetch queries that fail it are only marked as invalidated
 */
export async function invalidateQueries(
  queryClient: QueryClient,
  queries: Query[],
  shouldRefetch: (query: Query) => boolean = () => true,
): Promise<void> {
  for (const query of queries) {
    if (query.isActive()) query.invalidate();
    else queryClient.getQueryCache().remove(query);
  }
  const refetched = new Set(queries.filter((query) => query.isActive() && shouldRefetch(query)));
  await queryClient.refetchQueries({ predicate: (query) => refetched.has(query) });
}

/**
 * Invalidates what depends on a topic after a write of the user's own; resolves when it is up to date.
 * @param upToDate the key of a query that holds the written record already
 */
export async function invalidateTopic(
  queryClient: QueryClient,
  topic: Topic,
  upToDate?: QueryKey,
): Promise<void> {
  const written = upToDate && queryClient.getQueryCache().find({ queryKey: upToDate });
  const outdated = queriesOn(queryClient, topic).filter((query) => query !== written);
  await invalidateQueries(queryClient, outdated);
}

/** Stops automatic refetching of a query whose record no longer exists. */
export function freezeQuery(query: Query): void {
  frozenQueries.add(query);
}

/** Whether a list has more loaded pages than are refetched automatically. */
export function isLong({ state }: { state: { data?: unknown } }): boolean {
  const { pages = [] } = (state.data ?? {}) as { pages?: unknown[] };
  return pages.length > maxRefetchedPages;
}
