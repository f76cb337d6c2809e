import { useMemo } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { Translate } from "#i18n/text-key.ts";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { BulkDelete } from "#resource/ui/list/bulk-action.tsx";
import type { ListHistoryState } from "#resource/ui/list/list-history-state.ts";
import { RecordListActions } from "#resource/ui/list/record-list-actions.tsx";
import { RecordListScreen, type RecordColumn } from "#resource/ui/list/record-list-screen.tsx";
import { useRecordList } from "#resource/ui/list/use-record-list.ts";
import { RowLink } from "#ui/list/data-row.tsx";
import { CoverOfBook } from "../cover/cover.tsx";
import { bookRecords, booksQuery } from "../queries.ts";
import type { Book } from "../schema.ts";
import { toBookListQuery, type BookListSearch } from "../search-params.ts";
import { DeleteBook } from "./delete-book.tsx";
import { GenreChips } from "./genre-chips.tsx";

/** Manager's books, with search, sorting, filter and bulk deletion. The URL holds the state. */
export function ManagerBookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  const list = useRecordList(search, booksQuery(search));
  const columns = useMemo(() => columnsOf(t, list.historyState), [t, list.historyState]);

  return (
    <RecordListScreen
      list={list}
      records={bookRecords}
      title={t("title")}
      actions={
        <RecordListActions
          list={list}
          records={bookRecords}
          query={toBookListQuery(search)}
          fileName={t("title")}
          newLabel={t("new.title")}
          hasImport
        />
      }
      filters={<GenreChips genre={search.genre} />}
      columns={columns}
      defaultSort="title"
      picture={thumbOf}
      bulkActions={<BulkDelete list={list} records={bookRecords} />}
      deleteDialog={(dialog) => <DeleteBook {...dialog} />}
    />
  );
}

function thumbOf(book: Book) {
  return <CoverOfBook book={book} size="thumb" />;
}

function columnsOf(t: Translate<"books">, state: ListHistoryState): RecordColumn<Book>[] {
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
    { key: "author", header: t("fields.author"), sort: "ascending", width: "16%", foldBelow: "xl" },
    {
      key: "genre",
      header: t("fields.genre"),
      sort: "ascending",
      width: "9.5rem",
      cell: ({ genre }) => <GenreTag name={genre.name} hue={genre.hue} />,
    },
    { key: "publisher", header: t("fields.publisher"), sort: "ascending", width: "15%", hideBelow: "xl" },
    { key: "updatedAt", header: t("fields.updated"), sort: "descending", width: "9rem" },
  ];
}
