import { useSuspenseInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/shared/queries.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { useListNews } from "#rpc/use-list-news.ts";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { CountLine } from "#ui/list/count-line.tsx";
import { DataListEmpty, DataListNoMatch } from "#ui/list/data-list.tsx";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { useListState } from "#ui/list/list-state.ts";
import { ListNews } from "#ui/list/list-news.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Cover } from "../cover/cover.tsx";
import type { BookListSearch } from "../list-search.ts";
import { booksQuery } from "../queries.ts";

/** About as many as are seen at once on a page that was just opened. */
const firstSeen = 6;

/** App's books: covers in a grid, by title, searched and narrowed down to a genre. */
export function BookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  const list = useRef<HTMLUListElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const state = useListState(search, searchInput);
  const { data: genres } = useSuspenseQuery(genresQuery);
  const query = booksQuery(search);
  const {
    data,
    hasNextPage,
    isRefetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useSuspenseInfiniteQuery(query);
  const hasNews = useListNews(query.queryKey);
  const books = data.pages.flatMap((page) => page.books);
  const total = data.pages[0]?.total ?? { count: 0, isExact: true };

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      <div className="mt-6 grid gap-4">
        <div className="max-w-md">
          <SearchInput
            ref={searchInput}
            value={state.searchTerm}
            onChange={state.searchFor}
            kept={state.kept}
          />
        </div>
        <FilterChips
          label={t("fields.genre")}
          name="genre"
          value={search.genre}
          choices={[{ label: t("allGenres") }, ...genres.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        {state.searchTerm && books.length > 0 && (
          <CountLine shown={books.length} total={total} searchTerm={state.searchTerm} />
        )}
      </div>
      {books.length === 0 &&
        (search.searchTerm || search.genre ? (
          <DataListNoMatch searchTerm={state.searchTerm} onClear={state.clear} />
        ) : (
          <DataListEmpty>{t("empty")}</DataListEmpty>
        ))}
      <ul
        ref={list}
        aria-label={t("title")}
        className="mt-6 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] sm:gap-x-6"
      >
        {books.map((book, index) => (
          <li key={book.id}>
            <Link to="/app/books/$id" params={{ id: book.id }} className="group block rounded-control">
              <Cover
                title={book.title}
                author={book.author}
                hue={book.genre.hue}
                picture={book.cover}
                isFirst={index < firstSeen}
              />
              <span className="mt-3 block font-serif font-semibold text-balance group-hover:underline">
                <bdi>{book.title}</bdi>
              </span>
              <span className="mt-1 block text-sm text-ink-soft">
                <Isolated>{t("by", { author: isolate(book.author) })}</Isolated>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ListNews hasNews={hasNews} isLoading={isRefetching} onRenew={() => void refetch()} />
      <LoadMore
        label={t("loadMore")}
        rows={list}
        count={books.length}
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={fetchNextPage}
      />
    </>
  );
}
