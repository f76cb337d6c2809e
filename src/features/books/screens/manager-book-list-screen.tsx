import { useNavigate, type HistoryState } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { formatDate } from "#i18n/formats.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { PlusIcon, UploadIcon } from "#ui/icons.ts";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { CountLine } from "#ui/list/count-line.tsx";
import { DataTable, RowLink, type Column } from "#ui/list/data-table.tsx";
import type { ListSearch } from "#ui/list/list-search.ts";
import { useListState } from "#ui/list/use-list-state.ts";
import { ListUpdateNotice } from "#ui/list/list-update-notice.tsx";
import { ListShortcuts } from "#ui/list/list-shortcuts.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { ExportButton } from "#resource/ui/export/export-button.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import { toListQuery, type BookListSearch } from "../search-params.ts";
import type { Book } from "../schema.ts";
import { GenreChips, NoBooks, useBookList } from "./book-list.tsx";
import { useRowDeletion } from "./delete-book.tsx";
import { DeleteBooks } from "./delete-books.tsx";
import { versionedSelection } from "./versioned-selection.ts";

/** Manager's books, with search, sorting, filter and bulk deletion. The URL holds the state. */
export function ManagerBookListScreen({ search }: { search: BookListSearch & ListSearch }) {
  const { t, i18n } = useTranslation("books");
  const rows = useRef<HTMLTableSectionElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const list = useListState(search, searchInput);
  const { books, total, updateNotice, more } = useBookList(search);
  const selection = versionedSelection(books, list.selected, list.setSelected);
  // For links back to this list.
  const { searchTerm, genre, sort } = search;
  const state = { bookList: { searchTerm, genre, sort } };
  const edit = (book: Book | undefined) =>
    book && void navigate({ to: "/manager/books/$id/update", params: { id: book.id }, state });
  const deletion = useRowDeletion(books, rows);

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader title={t("title")}>
        <ButtonLink to="/manager/books/import" state={state}>
          <UploadIcon className="size-5 max-sm:hidden" />
          {t("manager.import")}
        </ButtonLink>
        <ExportButton url={exportUrl(search)} fileName={t("title")} total={total} />
        <ButtonLink to="/manager/books/new" state={state} variant="primary">
          <PlusIcon className="size-5 max-sm:hidden" />
          {t("manager.new")}
        </ButtonLink>
      </PageHeader>
      <div className="mt-6 grid gap-4">
        <div className="flex max-w-lg items-center gap-2">
          <SearchInput
            ref={searchInput}
            value={list.searchTerm}
            onChange={list.setSearchTerm}
            keptParams={list.otherParams}
          />
          <ListShortcuts
            searchInput={searchInput}
            rows={rows}
            onEdit={(row) => edit(books[row])}
            onDelete={deletion.deleteRow}
          />
        </div>
        <GenreChips genre={search.genre} />
        {books.length > 0 && (
          <DataTable
            ref={rows}
            label={t("title")}
            rows={books}
            rowKey={({ id }) => id}
            columns={columnsOf(t, i18n.language, state)}
            picture={(book) => <CoverOfBook book={book} size="thumb" />}
            sort={search.sort ?? "title"}
            selection={{
              selected: selection.ids,
              onChange: selection.setIds,
              actions: <DeleteBooks books={books} selected={selection.refs} onDeleted={selection.setRefs} />,
            }}
            above={<CountLine shown={books.length} total={total} searchTerm={list.searchTerm} />}
          />
        )}
      </div>
      {books.length === 0 && <NoBooks search={search} searchTerm={list.searchTerm} onClear={list.clear} />}
      {deletion.dialog}
      <ListUpdateNotice {...updateNotice} />
      <LoadMore label={t("manager.loadMore")} rows={rows} {...more} />
    </>
  );
}

function exportUrl(search: BookListSearch): string {
  return `/api/books.csv?${new URLSearchParams(toListQuery(search))}`;
}

function columnsOf(t: TFunction<"books">, language: string, state: HistoryState): Column<Book>[] {
  return [
    {
      key: "title",
      header: t("fields.title"),
      sort: "ascending",
      cell: ({ id, title, author }) => (
        <>
          <RowLink to="/manager/books/$id" params={{ id }} state={state} className="font-serif font-semibold">
            <bdi>{title}</bdi>
          </RowLink>
          <div className="text-sm text-muted-foreground xl:hidden">
            <bdi>{author}</bdi>
          </div>
        </>
      ),
    },
    {
      key: "author",
      header: t("fields.author"),
      sort: "ascending",
      hideBelow: "xl",
      cell: ({ author }) => <bdi>{author}</bdi>,
    },
    {
      key: "genre",
      header: t("fields.genre"),
      sort: "ascending",
      cell: ({ genre }) => <GenreTag name={genre.name} hue={genre.hue} />,
    },
    {
      key: "publisher",
      header: t("fields.publisher"),
      sort: "ascending",
      hideBelow: "lg",
      cell: ({ publisher }) => publisher && <bdi>{publisher}</bdi>,
    },
    {
      key: "updatedAt",
      header: t("fields.updated"),
      sort: "descending",
      hideBelow: "lg",
      cell: ({ updatedAt }) => <span className="whitespace-nowrap">{formatDate(language, updatedAt)}</span>,
    },
  ];
}
