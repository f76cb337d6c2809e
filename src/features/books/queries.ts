import { infiniteQueryOptions } from "@tanstack/react-query";
import { operations } from "#rpc/client.ts";

/** The list of books, page after page. */
export const booksQuery = infiniteQueryOptions(
  operations.books.list.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  }),
);

/** The books that were added last. */
export const latestBooksQuery = operations.books.latest.queryOptions();

/** One book. */
export function bookQuery(id: string) {
  return operations.books.get.queryOptions({ input: { id } });
}
