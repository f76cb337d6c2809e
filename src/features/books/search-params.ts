import { toListQuery } from "#resource/ui/list/to-list-query.ts";
import { idFilter, listSearch } from "#ui/list/list-search.ts";

/** The columns of Manager's list that users can hide. */
export const hideable = ["author", "genre", "publisher", "updatedAt"];

/** The search parameters of Manager's list, for its route. */
export const managerBookListSearch = listSearch({
  sortable: ["title", "author", "genre", "publisher", "updatedAt"],
  defaultSort: "title",
  filters: { genre: idFilter },
  isSelectable: true,
  hideable,
});

// optional: app
/** The search parameters of App's list, for its route. */
export const appBookListSearch = listSearch({ filters: { genre: idFilter } });

// end: app
/** The search parameters of a list of books. */
export type BookListSearch = ReturnType<typeof managerBookListSearch.validateSearch>;

/** Converts search parameters to the list operation's input. */
export function toBookListQuery({ genre, ...search }: BookListSearch) {
  return toListQuery({ ...search, genreId: genre });
}
