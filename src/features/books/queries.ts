import { listQuery } from "#resource/queries.ts";
import { genreRecords } from "#features/genres/queries.ts";
import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { booksContract } from "./contract.ts";
import type { Book } from "./schema.ts";
import { toBookListQuery, type BookListSearch } from "./search-params.ts";

const operations = operationsOf<typeof booksContract>("books");

// A book carries its genre's name and color, a genre its number of books.
invalidateOn(["books", "genres"], operations.key());
invalidateOn(["books"], genreRecords.operations.key());

/** A list of books, loaded page by page. */
export function booksQuery(search: BookListSearch = {}) {
  return listQuery(operations.list, toBookListQuery(search));
}

// optional: dashboard
/** The genres with most books. */
export const booksByGenreQuery = operations.byGenre.queryOptions();

// end: dashboard
/** The books that were added last. @public App and the dashboard show them, and both are optional. */
export const latestBooksQuery = operations.latest.queryOptions();

// optional: app
/** Several books by their ids, in this order. */
export function booksByIdQuery(ids: string[]) {
  return operations.byId.queryOptions({ input: { ids } });
}

/** Other books by the author and in the genre of a book. */
export function relatedBooksQuery(id: string) {
  return operations.related.queryOptions({ input: { id } });
}

// end: app
/** One book. */
function bookQuery(id: string) {
  return operations.get.queryOptions({ input: { id } });
}

/** Authors or publishers of existing books that match a search term. */
export function suggestionsQuery(field: "author" | "publisher", searchTerm: string) {
  return operations.suggest.queryOptions({ input: { field, searchTerm } });
}

/** Books for the hooks and screens of #resource. */
export const bookRecords = {
  topic: "books",
  path: "/manager/books",
  query: bookQuery,
  nameOf: ({ title }: Book) => title,
  operations,
} as const;
