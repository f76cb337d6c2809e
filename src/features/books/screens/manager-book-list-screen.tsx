import { useNavigate, type HistoryState } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { ExportButton } from "#resource/ui/export/export-button.tsx";
import { BulkDelete } from "#resource/ui/list/bulk-action.tsx";
import { RecordListScreen } from "#resource/ui/list/record-list.tsx";
import { useRecordList } from "#resource/ui/list/use-record-list.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PlusIcon, UploadIcon } from "#ui/icons.ts";
import { TimeAgo } from "#ui/display/time-ago.tsx";
import { RowLink } from "#ui/list/data-row.tsx";
import type { Column } from "#ui/list/table-parts.ts";
import { CoverOfBook } from "../cover/cover.tsx";
import { bookRecords, booksQuery } from "../queries.ts";
import type { Book } from "../schema.ts";
import { toBookListQuery, type BookListSearch } from "../search-params.ts";
import { DeleteBook } from "./delete-book.tsx";
import { GenreChips } from "./genre-chips.tsx";

/** Manager's books, with search, sorting, filter and bulk deletion. The URL holds the state. */
export function ManagerBookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const list = useRecordList(search, booksQuery(search));
  const state = list.historyState;

  return (
    <RecordListScreen
      list={list}
      title={t("title")}
      actions={
        <>
          <ButtonLink to="/manager/books/import" state={state}>
            <UploadIcon className="size-5 max-sm:hidden" />
            {t("manager.import")}
          </ButtonLink>
          <ExportButton url={exportUrl(search)} fileName={t("title")} total={list.total} />
          <ButtonLink to="/manager/books/new" state={state} variant="primary">
            <PlusIcon className="size-5 max-sm:hidden" />
            {t("manager.new")}
          </ButtonLink>
        </>
      }
      filters={<GenreChips genre={search.genre} />}
      columns={columnsOf(t, list.now, state)}
      defaultSort="title"
      picture={(book) => <CoverOfBook book={book} size="thumb" />}
      bulkActions={<BulkDelete list={list} nameOf={(book) => book.title} records={bookRecords} />}
      onEdit={({ id }) => void navigate({ to: "/manager/books/$id/update", params: { id }, state })}
      deleteDialog={(dialog) => <DeleteBook {...dialog} />}
      texts={{ empty: t("empty"), loadMore: t("manager.loadMore") }}
    />
  );
}

function exportUrl(search: BookListSearch): string {
  return `/api/books.csv?${new URLSearchParams(toBookListQuery(search))}`;
}

function columnsOf(t: TFunction<"books">, now: number, state: HistoryState): Column<Book>[] {
  return [
    {
      key: "title",
      header: t("fields.title"),
      sort: "ascending",
      cell: ({ id, title }) => (
        <RowLink to="/manager/books/$id" params={{ id }} state={state} className="font-serif font-semibold">
          <bdi>{title}</bdi>
        </RowLink>
      ),
    },
    {
      key: "author",
      header: t("fields.author"),
      sort: "ascending",
      width: "16%",
      foldBelow: "xl",
      cell: ({ author }) => <bdi>{author}</bdi>,
    },
    {
      key: "genre",
      header: t("fields.genre"),
      sort: "ascending",
      width: "9.5rem",
      cell: ({ genre }) => <GenreTag name={genre.name} hue={genre.hue} />,
    },
    {
      key: "publisher",
      header: t("fields.publisher"),
      sort: "ascending",
      width: "15%",
      hideBelow: "xl",
      cell: ({ publisher }) => publisher && <bdi>{publisher}</bdi>,
    },
    {
      key: "updatedAt",
      header: t("fields.updated"),
      sort: "descending",
      width: "9rem",
      cell: ({ updatedAt }) => <TimeAgo value={updatedAt} now={now} />,
    },
  ];
}
