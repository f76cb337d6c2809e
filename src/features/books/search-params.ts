import { isUuid } from "#lib/uuid.ts";
import { listSearch, type ListSearch } from "#ui/list/list-search.ts";
import type { BookListQuery, BookSort } from "./schema.ts";

/** What a list of books keeps in its URL. */
export type BookListSearch = Pick<ListSearch, "searchTerm" | "sort"> & { genre?: string };

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The search of Manager's list, on the pages that somebody came to from it. */
    bookList?: BookListSearch;
  }
}

const sorts: BookSort[] = ["title", "author", "genre", "publisher", "updatedAt"];
const filters = { genre: isUuid };

/** What the route of Manager's list takes. */
export const managerBookListSearch = listSearch({
  sortable: sorts,
  defaultSort: "title",
  filters,
  isSelectable: true,
});

/** What the route of App's list takes: the same, simpler. */
export const appBookListSearch = listSearch({ filters });

/** The list that a URL describes, as the operation takes it. */
export function toListQuery({ searchTerm, sort = "title", genre }: BookListSearch): Partial<BookListQuery> {
  const key = sort.replace(/^-/, "") as BookSort;
  return {
    ...(searchTerm && { searchTerm }),
    ...(genre && { genreId: genre }),
    ...(key !== "title" && { sort: key }),
    ...(sort.startsWith("-") && { direction: "descending" as const }),
  };
}
