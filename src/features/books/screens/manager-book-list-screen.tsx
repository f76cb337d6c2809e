import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { formatDay } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { Heading } from "#ui/layout/heading.tsx";
import type { Column } from "#ui/list/column.ts";
import { DataListEmpty } from "#ui/list/data-list.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { Cover } from "../cover/cover.tsx";
import { booksQuery } from "../queries.ts";
import type { Book } from "../schema.ts";

/** Manager's books, by title. */
export function ManagerBookListScreen() {
  const { t, i18n } = useTranslation("books");
  const rows = useRef<HTMLTableSectionElement>(null);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(booksQuery);
  const books = data.pages.flatMap((page) => page.books);

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      {books.length === 0 ? (
        <DataListEmpty>{t("empty")}</DataListEmpty>
      ) : (
        <div className="mt-6">
          <DataTable
            ref={rows}
            label={t("title")}
            rows={books}
            rowKey={({ id }) => id}
            columns={columnsOf(t, i18n.language as Language)}
            picture={({ title, author, genre }) => (
              <Cover title={title} author={author} hue={genre.hue} size="thumb" />
            )}
          />
        </div>
      )}
      <LoadMore
        label={t("manager.loadMore")}
        rows={rows}
        count={books.length}
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={fetchNextPage}
      />
    </>
  );
}

function columnsOf(t: TFunction<"books">, language: Language): Column<Book>[] {
  return [
    {
      key: "title",
      header: t("fields.title"),
      cell: ({ title, author }) => (
        <>
          <div className="font-serif font-semibold">
            <bdi>{title}</bdi>
          </div>
          <div className="text-sm text-ink-soft">
            <bdi>{author}</bdi>
          </div>
        </>
      ),
    },
    {
      key: "genre",
      header: t("fields.genre"),
      cell: ({ genre }) => <GenreTag name={genre.name} hue={genre.hue} />,
    },
    {
      key: "publisher",
      header: t("fields.publisher"),
      hideBelow: "lg",
      cell: ({ publisher }) => publisher && <bdi>{publisher}</bdi>,
    },
    {
      key: "updatedAt",
      header: t("fields.updated"),
      hideBelow: "xl",
      cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatDay(language, updatedAt)}</span>,
    },
  ];
}
