import { useTranslation } from "#i18n/use-translation.tsx";
import { GenreTag } from "#features/genres/shared/genre-tag.tsx";
import { BulkDelete } from "#resource/ui/list/bulk-action.tsx";
import { ExportLink, ImportLink } from "#resource/ui/list/csv-links.tsx";
import { NewLink } from "#resource/ui/list/list-parts.tsx";
import { RecordList } from "#resource/ui/list/record-list.tsx";
import { RecordTable, type RecordColumn } from "#resource/ui/list/record-table.tsx";
import { Can } from "#rpc/can.tsx";
import { CoverOfBook } from "../cover/cover-of-book.tsx";
import { bookRecords, booksQuery } from "../queries.ts";
import type { Book } from "../schema.ts";
import { hideable, type BookListSearch } from "../search-params.ts";
import { toBookListQuery } from "../search-params.ts";
import { DeleteBook } from "./delete-book.tsx";
import { GenreChips } from "./genre-chips.tsx";

const columns: RecordColumn<Book>[] = [
  {
    key: "title",
    header: "books:fields.title",
    sort: "ascending",
    cell: ({ title }) => <bdi className="font-serif">{title}</bdi>,
  },
  { key: "author", header: "books:fields.author", sort: "ascending", width: "16%" },
  {
    key: "genre",
    header: "books:fields.genre",
    sort: "ascending",
    width: "9.5rem",
    cell: ({ genre }) => <GenreTag name={genre.name} hue={genre.hue} />,
  },
  { key: "publisher", header: "books:fields.publisher", sort: "ascending", width: "15%", hideBelow: "xl" },
  { key: "updatedAt", header: "books:fields.updated", sort: "descending", width: "9rem", hideBelow: "lg" },
];

const thumbOf = (book: Book) => <CoverOfBook book={book} size="thumb" />;

/** Manager's books, with search, sorting, filter and bulk deletion. The URL holds the state. */
export function ManagerBookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  return (
    <RecordList title={t("title")} search={search} query={booksQuery(search)}>
      <RecordTable
        records={bookRecords}
        columns={columns}
        hideable={hideable}
        views={bookRecords.operations.views} // optional: views
        picture={thumbOf}
        actions={
          <>
            {/* optional: csv */}
            <Can permissions={{ book: ["create"] }}>
              <ImportLink records={bookRecords} />
            </Can>
            <ExportLink topic="books" query={toBookListQuery(search)} />
            {/* end: csv */}
            <Can permissions={{ book: ["create"] }}>
              <NewLink records={bookRecords}>{t("new.title")}</NewLink>
            </Can>
          </>
        }
        filters={<GenreChips genre={search.genre} />}
        bulkActions={<BulkDelete records={bookRecords} />}
        deleteDialog={DeleteBook}
      />
    </RecordList>
  );
}
