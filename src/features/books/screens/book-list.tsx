import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/queries.ts";
import { useHasChanges } from "#rpc/use-has-changes.ts";
import { DataListEmpty, DataListNoMatch } from "#ui/list/data-list.tsx";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import type { BookListSearch } from "../search-params.ts";
import { booksQuery } from "../queries.ts";

/** The loaded books of a list, and the properties of `ListUpdateNotice` and `LoadMore`. */
export function useBookList(search: BookListSearch) {
  const query = booksQuery(search);
  const list = useSuspenseInfiniteQuery(query);
  const hasChanges = useHasChanges(query.queryKey);
  const books = list.data.pages.flatMap((page) => page.books);
  return {
    books,
    total: list.data.pages[0]?.total ?? { count: 0, isExact: true },
    updateNotice: { hasChanges, isLoading: list.isRefetching, onRefresh: () => void list.refetch() },
    more: {
      count: books.length,
      hasMore: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      hasFailed: list.isFetchNextPageError,
      onLoad: list.fetchNextPage,
    },
  };
}

/** Filters a list of books by genre. */
export function GenreChips({ genre }: { genre: string | undefined }) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  return (
    <FilterChips
      label={t("fields.genre")}
      name="genre"
      value={genre}
      choices={[
        { label: t("allGenres") },
        ...genres.map(({ id, name, books }) => ({ value: id, label: name, count: books })),
      ]}
    />
  );
}

type NoBooksProps = { search: BookListSearch; searchTerm: string; onClear: () => void };

/** Shown in place of an empty list. */
export function NoBooks({ search, searchTerm, onClear }: NoBooksProps) {
  const { t } = useTranslation("books");
  const isFiltered = Boolean(search.searchTerm || search.genre);
  if (!isFiltered) return <DataListEmpty>{t("empty")}</DataListEmpty>;
  return <DataListNoMatch searchTerm={searchTerm} onClear={onClear} />;
}
