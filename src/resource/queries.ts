import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
  type UseSuspenseQueryOptions,
} from "@tanstack/react-query";
import { apiErrorOf } from "#lib/api-error.ts";
import { freezeQuery, invalidateTopic, isLong } from "#rpc/invalidation.ts";
import type { Topic } from "#rpc/permissions.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Page, VersionConflict } from "./schema.ts";

/** One kind of record in the cache. */
type CachedRecords = {
  /** The topic on which all queries with these records depend. */
  topic: Topic;
  /** The query for one record, if there is one. */
  query?: (id: string) => { queryKey: QueryKey };
};

/** One kind of record, with its operations, for the hooks below: `useUpdateRecord(bookRecords)`. */
export type Records<Item, Input> = CachedRecords & {
  operations: {
    create: { call: (input: Input) => Promise<Item> };
    update: { call: (input: Input & VersionedRef) => Promise<Item> };
    delete: { call: (ref: VersionedRef) => Promise<unknown> };
  };
};

/** Records that have a list and pages in Manager, for the screens of #resource/ui. */
export type ManagedRecords<Item, Input> = Records<Item, Input> & {
  /** The path of the list: `/manager/books`. `/new`, `/$id` and `/$id/update` follow it. */
  path: string;
  query: (id: string) => UseSuspenseQueryOptions<Item, Error, Item, QueryKey>;
  nameOf: (record: Item) => string;
};

/** A path below that of a list: `pathBelow(bookRecords, "new")`. */
export function pathBelow({ path }: { path: string }, ...parts: string[]): string {
  return [path, ...parts].join("/");
}

type ListOperation<Query, Item> = {
  key: (options: { type: "infinite"; input: Query }) => QueryKey;
  call: (input: Query, options: { signal: AbortSignal }) => Promise<Page<Item>>;
};

/** A list of records, loaded page by page from `query.after`, by default from its beginning: `listQuery(operations.list, query)`. */
export function listQuery<Query extends { after?: string | undefined }, Item>(
  list: ListOperation<Query, Item>,
  query: Query,
) {
  return infiniteQueryOptions({
    queryKey: list.key({ type: "infinite", input: query }),
    queryFn: ({ pageParam: after, signal }) => list.call({ ...query, after }, { signal }),
    initialPageParam: query.after,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnWindowFocus: (each) => !isLong(each),
  });
}

/** Adds a record. */
export function useCreateRecord<Item extends VersionedRef, Input>(records: Records<Item, Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => records.operations.create.call(input),
    onSuccess: (record) => storeRecord(queryClient, records, record),
  });
}

/** Saves a record if it is still in the given version. */
export function useUpdateRecord<Item extends VersionedRef, Input>(records: Records<Item, Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input & VersionedRef) => records.operations.update.call(input),
    onSuccess: (record) => storeRecord(queryClient, records, record),
    onError: (error, { id }) => applyConflict(queryClient, records, id, error),
  });
}

/** Deletes a record if it is still in the given version. */
export function useDeleteRecord<Item extends VersionedRef, Input>(records: Records<Item, Input>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: VersionedRef) => records.operations.delete.call({ id, version }),
    onSuccess: (_, { id }) => removeRecords(queryClient, records, [id]),
    onError: (error, { id }) => applyConflict(queryClient, records, id, error),
  });
}

/** Records that can be deleted together. */
export type BulkDeletable<Result> = CachedRecords & {
  operations: { deleteMany: { call: (input: { items: VersionedRef[] }) => Promise<Result> } };
};

/** Deletes those of several records that are still in the given versions. */
export function useDeleteRecords<Result extends { deleted: string[] }>(records: BulkDeletable<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (items: VersionedRef[]) => records.operations.deleteMany.call({ items }),
    onSuccess: ({ deleted }) => removeRecords(queryClient, records, deleted),
  });
}

export type Restorable = CachedRecords & {
  operations: { restore: { call: (input: { ids: string[] }) => Promise<{ restored: string[] }> } };
};

/** Undoes deletions of the user's own. Rejects if not all of the records could be restored. */
export function useRestoreRecords(records: Restorable) {
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(ids: string[]) {
      const result = await records.operations.restore.call({ ids });
      if (result.restored.length !== ids.length) throw new Error("Some records could not be restored");
    },
    onSettled: () => invalidateTopic(queryClient, records.topic),
  });
}

/** Returns a function that refetches everything about a topic, for example after an import. */
export function useRefetchTopic(topic: Topic) {
  const queryClient = useQueryClient();
  return () => invalidateTopic(queryClient, topic);
}

/** The conflict that an error of a save or deletion reports; undefined for other errors. */
export function versionConflictOf<Item>(error: unknown): VersionConflict<Item> | undefined {
  const { code, data } = apiErrorOf(error) ?? {};
  return code === "VERSION_CONFLICT" ? (data as VersionConflict<Item>) : undefined;
}

/** Whether an error reports that the record was deleted. */
export function isDeleted(error: unknown): boolean {
  return apiErrorOf(error)?.code === "NOT_FOUND";
}

/** Puts a saved record into the cache and refetches what else shows it. */
async function storeRecord(queryClient: QueryClient, { topic, query }: CachedRecords, record: VersionedRef) {
  const queryKey = query?.(record.id).queryKey;
  if (queryKey) queryClient.setQueryData(queryKey, record);
  await invalidateTopic(queryClient, topic, queryKey);
}

/** An error may show that someone else saved or deleted the record, or changed what else is shown. */
async function applyConflict(queryClient: QueryClient, records: CachedRecords, id: string, error: Error) {
  const conflict = versionConflictOf<VersionedRef>(error);
  if (conflict) await storeRecord(queryClient, records, conflict.current);
  else if (isDeleted(error)) await removeRecords(queryClient, records, [id]);
  else if (apiErrorOf(error)) void invalidateTopic(queryClient, records.topic);
}

/** Removes deleted records from the cache and refetches what else showed them. */
async function removeRecords(queryClient: QueryClient, { topic, query }: CachedRecords, ids: string[]) {
  if (query) for (const id of ids) removeWhenUnused(queryClient, query(id).queryKey);
  await invalidateTopic(queryClient, topic);
}

/** Removes a query from the cache once no screen shows it. Until then it isn't refetched, which would fail. */
function removeWhenUnused(queryClient: QueryClient, queryKey: QueryKey) {
  const cache = queryClient.getQueryCache();
  const query = cache.find({ queryKey });
  if (!query) return;
  if (!query.isActive()) {
    cache.remove(query);
    return;
  }
  freezeQuery(query);
  const unsubscribe = cache.subscribe((event) => {
    if (event.query !== query || event.type !== "observerRemoved" || query.isActive()) return;
    unsubscribe();
    cache.remove(query);
  });
}
