import { isUuid } from "#lib/uuid.ts";
import { listSearch, type ListSearch } from "#ui/list/list-search.ts";
import type { BookListQuery, BookSort } from "./schema.ts";

/** The search parameters of a list of books. */
export type BookListSearch = Pick<ListSearch, "searchTerm" | "sort"> & { genre?: string };

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The search of the Manager list from which the user came to a page. */
    bookList?: BookListSearch;
  }
}

const sorts: BookSort[] = ["title", "author", "genre", "publisher", "updatedAt"];
const filters = { genre: isUuid };

/** The search parameters of Manager's list, for its route. */
export const managerBookListSearch = listSearch({
  sortable: sorts,
  defaultSort: "title",
  filters,
  isSelectable: true,
});

/** The search parameters of App's list, for its route. */
export const appBookListSearch = listSearch({ filters });

/** Converts search parameters to the list operation's input. */
export function toListQuery({ searchTerm, sort = "title", genre }: BookListSearch): Partial<BookListQuery> {
  const key = sort.replace(/^-/, "") as BookSort;
  return {
    ...(searchTerm && { searchTerm }),
    ...(genre && { genreId: genre }),
    ...(key !== "title" && { sort: key }),
    ...(sort.startsWith("-") && { direction: "descending" as const }),
  };
}
