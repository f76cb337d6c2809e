import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { CountLine } from "#ui/list/count-line.tsx";
import { useListState } from "#ui/list/use-list-state.ts";
import { ListUpdateNotice } from "#ui/list/list-update-notice.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import type { BookListSearch } from "../search-params.ts";
import { GenreChips, NoBooks, useBookList } from "./book-list.tsx";

/** The approximate number of covers that are visible before scrolling. */
const initiallyVisible = 6;

/** App's books: a grid of covers by title, with search and genre filter. */
export function BookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  const list = useRef<HTMLUListElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const state = useListState(search, searchInput);
  const { books, total, updateNotice, more } = useBookList(search);

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      <div className="mt-6 grid gap-4">
        <div className="max-w-md">
          <SearchInput
            ref={searchInput}
            value={state.searchTerm}
            onChange={state.setSearchTerm}
            keptParams={state.otherParams}
          />
        </div>
        <GenreChips genre={search.genre} />
        {state.searchTerm && books.length > 0 && (
          <CountLine shown={books.length} total={total} searchTerm={state.searchTerm} />
        )}
      </div>
      {books.length === 0 && <NoBooks search={search} searchTerm={state.searchTerm} onClear={state.clear} />}
      <ul
        ref={list}
        aria-label={t("title")}
        className="mt-6 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] sm:gap-x-6"
      >
        {books.map((book, index) => (
          <li key={book.id}>
            <Link to="/app/books/$id" params={{ id: book.id }} className="group block rounded-control">
              <CoverOfBook book={book} isFirst={index < initiallyVisible} />
              <span className="mt-3 block font-serif font-semibold text-balance group-hover:underline">
                <bdi>{book.title}</bdi>
              </span>
              <span className="mt-1 block text-sm text-muted-foreground">
                <Isolated>{t("by", { author: isolate(book.author) })}</Isolated>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ListUpdateNotice {...updateNotice} />
      <LoadMore label={t("loadMore")} rows={list} {...more} />
    </>
  );
}
