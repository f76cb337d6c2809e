import { infiniteQueryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { apiErrorOf } from "#lib/api-error.ts";
import { operationsOf } from "#rpc/client.ts";
import { freezeQuery, invalidateOn, invalidateTopic, isLong } from "#rpc/invalidation.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { booksContract } from "./contract.ts";
import type { Book, BookInput } from "./schema.ts";
import { toBookListQuery, type BookListSearch } from "./search-params.ts";

const operations = operationsOf<typeof booksContract>("books");

// A book carries its genre's name and color.
invalidateOn(["books", "genres"], operations.key());

/** A list of books, loaded page by page. */
export function booksQuery(search: BookListSearch = {}) {
  return infiniteQueryOptions(
    operations.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...toBookListQuery(search), after }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchOnWindowFocus: (query) => !isLong(query),
    }),
  );
}

/** The books that were added last. */
export const latestBooksQuery = operations.latest.queryOptions();

/** One book. */
export function bookQuery(id: string) {
  return operations.get.queryOptions({ input: { id } });
}

/** Authors or publishers of existing books that match a search term. */
export function suggestionsQuery(field: "author" | "publisher", searchTerm: string) {
  return operations.suggest.queryOptions({ input: { field, searchTerm } });
}

/** The number of books that the command palette shows. */
const paletteLimit = 6;

/** The first books that match a search term. */
export async function searchBooks(searchTerm: string, signal: AbortSignal): Promise<Book[]> {
  const { books } = await operations.list.call({ searchTerm }, { signal });
  return books.slice(0, paletteLimit);
}

/** Adds a book. */
export function useCreateBook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: BookInput) => operations.create.call(input),
    onSuccess: (book) => storeBook(queryClient, book),
  });
}

/** Saves a book if it is still in the given version. */
export function useUpdateBook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: BookInput & VersionedRef) => operations.update.call(input),
    onSuccess: (book) => storeBook(queryClient, book),
    onError: (error, { id }) => applyConflict(queryClient, id, error),
  });
}

/** Deletes a book if it is still in the given version. */
export function useDeleteBook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (book: VersionedRef) => operations.delete.call(book),
    onSuccess: (_, { id }) => removeBooks(queryClient, [id]),
    onError: (error, { id }) => applyConflict(queryClient, id, error),
  });
}

/** Deletes those of the books that are still in the given versions. */
export function useDeleteBooks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (books: VersionedRef[]) => operations.deleteMany.call({ books }),
    onSuccess: ({ deleted }) => removeBooks(queryClient, deleted),
  });
}

/** Returns a function that refetches everything about books, after an import. */
export function useRefetchBooks() {
  const queryClient = useQueryClient();
  return () => invalidateTopic(queryClient, "books");
}

async function storeBook(queryClient: QueryClient, book: Book) {
  const { queryKey } = bookQuery(book.id);
  queryClient.setQueryData(queryKey, book);
  await invalidateTopic(queryClient, "books", queryKey);
}

/** An error may show that someone else saved or deleted the book. */
async function applyConflict(queryClient: QueryClient, id: string, error: Error) {
  const { code, data } = apiErrorOf(error) ?? {};
  if (code === "NOT_FOUND") await removeBooks(queryClient, [id]);
  if (code === "VERSION_CONFLICT") await storeBook(queryClient, (data as { current: Book }).current);
}

async function removeBooks(queryClient: QueryClient, ids: string[]) {
  for (const id of ids) removeWhenUnused(queryClient, id);
  await invalidateTopic(queryClient, "books");
}

/** Removes a deleted book from the cache once no screen shows it. Until then it isn't refetched, which would fail. */
function removeWhenUnused(queryClient: QueryClient, id: string) {
  const cache = queryClient.getQueryCache();
  const query = cache.find({ queryKey: bookQuery(id).queryKey });
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
