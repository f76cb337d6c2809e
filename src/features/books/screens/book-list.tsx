import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/queries.ts";
import { useListNews } from "#rpc/use-list-news.ts";
import { DataListEmpty, DataListNoMatch } from "#ui/list/data-list.tsx";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import type { BookListSearch } from "../search-params.ts";
import { booksQuery } from "../queries.ts";

/** The books of a list that have been loaded, and what `ListUpdateNotice` and `LoadMore` are to show beneath them. */
export function useBookList(search: BookListSearch) {
  const query = booksQuery(search);
  const list = useSuspenseInfiniteQuery(query);
  const hasChanges = useListNews(query.queryKey);
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

/** Narrows a list of books down to a genre. */
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

/** What stands in place of the books where there are none. */
export function NoBooks({ search, searchTerm, onClear }: NoBooksProps) {
  const { t } = useTranslation("books");
  const isNarrowed = Boolean(search.searchTerm || search.genre);
  if (!isNarrowed) return <DataListEmpty>{t("empty")}</DataListEmpty>;
  return <DataListNoMatch searchTerm={searchTerm} onClear={onClear} />;
}
