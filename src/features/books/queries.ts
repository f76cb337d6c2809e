import { infiniteQueryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { client, operations } from "#rpc/client.ts";
import { apiErrorOf } from "#rpc/api-error.ts";
import { isLong, freezeQuery, invalidateOn } from "#rpc/invalidation.ts";
import { toListQuery, type BookListSearch } from "./search-params.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { Book, BookInput } from "./schema.ts";

// Books carry their genre's name and colour.
invalidateOn(["books", "genres"], operations.books.key());

/** A list of books as its URL describes it, page after page. */
export function booksQuery(search: BookListSearch = {}) {
  return infiniteQueryOptions(
    operations.books.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...toListQuery(search), after }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchOnWindowFocus: (query) => !isLong(query),
    }),
  );
}

/** The books that were added last. */
export const latestBooksQuery = operations.books.latest.queryOptions();

/** One book. */
export function bookQuery(id: string) {
  return operations.books.get.queryOptions({ input: { id } });
}

/** Authors or publishers that books already have, and that fit what is typed. */
export function suggestionsQuery(field: "author" | "publisher", searchTerm: string) {
  return operations.books.suggest.queryOptions({ input: { field, searchTerm } });
}

/** How many books the command palette shows. */
const foundLimit = 6;

/** The first books that fit what is typed. */
export async function searchBooks(searchTerm: string, signal: AbortSignal): Promise<Book[]> {
  const { books } = await client.books.list({ searchTerm }, { signal });
  return books.slice(0, foundLimit);
}

/** Adds a book. */
export function useCreateBook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: BookInput) => client.books.create(input),
    onSuccess: (book) => keepSaved(queryClient, book),
  });
}

/** Saves a book that was seen in a version. */
export function useUpdateBook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: BookInput & VersionedRef) => client.books.update(input),
    onSuccess: (book) => keepSaved(queryClient, book),
    onError: (error, { id }) => learnFrom(queryClient, id, error),
  });
}

/** Deletes a book that was seen in a version. */
export function useDeleteBook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (book: VersionedRef) => client.books.delete(book),
    onSuccess: (_, { id }) => forget(queryClient, [id]),
    onError: (error, { id }) => learnFrom(queryClient, id, error),
  });
}

/** Deletes several books together: all that are still as they were seen. */
export function useDeleteBooks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (books: VersionedRef[]) => client.books.deleteMany({ books }),
    onSuccess: ({ deleted }) => forget(queryClient, deleted),
  });
}

/** Asks for all lists again, after more was written than one could name. */
export function useRenewBooks() {
  const queryClient = useQueryClient();
  return () => renewLists(queryClient);
}

/** A saved book is in the cache at once, and every list that may hold it is asked for again. */
async function keepSaved(queryClient: QueryClient, book: Book) {
  queryClient.setQueryData(bookQuery(book.id).queryKey, book);
  await renewLists(queryClient);
}

/** A refusal tells that somebody else saved the book, or deleted it. */
async function learnFrom(queryClient: QueryClient, id: string, error: Error) {
  const { code, data } = apiErrorOf(error) ?? {};
  if (code === "NOT_FOUND") await forget(queryClient, [id]);
  if (code === "VERSION_CONFLICT") await keepSaved(queryClient, (data as { current: Book }).current);
}

async function forget(queryClient: QueryClient, ids: string[]) {
  for (const id of ids) forgetWhenLeft(queryClient, id);
  await renewLists(queryClient);
}

/** A deleted book goes as soon as no screen shows it: one that does would ask for it again. */
function forgetWhenLeft(queryClient: QueryClient, id: string) {
  const cache = queryClient.getQueryCache();
  const query = cache.find({ queryKey: bookQuery(id).queryKey });
  if (!query) return;
  if (!query.isActive()) {
    cache.remove(query);
    return;
  }
  freezeQuery(query);
  const stop = cache.subscribe((event) => {
    if (event.query !== query || event.type !== "observerRemoved" || query.isActive()) return;
    stop();
    cache.remove(query);
  });
}

/** Lists that are shown are asked for again; those that are not begin anew when somebody comes back to them. */
async function renewLists(queryClient: QueryClient) {
  const keys = [
    operations.books.list.key(),
    operations.books.latest.key(),
    operations.books.suggest.key(),
    operations.genres.list.key(),
  ];
  for (const queryKey of keys) queryClient.removeQueries({ queryKey, type: "inactive" });
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
