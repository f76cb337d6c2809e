import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { DataListEmpty } from "#ui/list/data-list.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Cover } from "../cover/cover.tsx";
import { booksQuery } from "../queries.ts";

/** App's books: covers in a grid, by title. */
export function BookListScreen() {
  const { t } = useTranslation("books");
  const list = useRef<HTMLUListElement>(null);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(booksQuery);
  const books = data.pages.flatMap((page) => page.books);

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      {books.length === 0 && <DataListEmpty>{t("empty")}</DataListEmpty>}
      <ul
        ref={list}
        className="mt-6 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] sm:gap-x-6"
      >
        {books.map((book) => (
          <li key={book.id}>
            <Link to="/app/books/$id" params={{ id: book.id }} className="group block rounded-control">
              <Cover title={book.title} author={book.author} hue={book.genre.hue} size="card" />
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
