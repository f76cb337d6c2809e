import { useTranslation } from "#i18n/use-translation.tsx";
import { ListCount, ListEnd, ListInstead, ListSearchInput } from "#resource/ui/list/list-parts.tsx";
import { useRecordList } from "#resource/ui/list/use-record-list.ts";
import { Heading } from "#ui/layout/heading.tsx";
import { RowGroups } from "#ui/list/row-groups.tsx";
import { useGridGroupSize } from "#ui/list/use-grid-group-size.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { booksQuery } from "../queries.ts";
import type { BookListSearch } from "../search-params.ts";
import { BookTile } from "./book-tile.tsx";
import { GenreChips } from "./genre-chips.tsx";

/** The approximate number of covers that are visible before scrolling. */
const initiallyVisible = 6;

/** App's books: a grid of covers by title, with search and genre filter. */
export function BookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  const list = useRecordList(search, booksQuery(search));
  const { rows, rowsRef, searchTerm } = list;

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      <div className="mt-6 grid gap-4">
        <div className="max-w-md">
          <ListSearchInput list={list} />
        </div>
        <GenreChips genre={search.genre} />
        {searchTerm && <ListCount list={list} />}
      </div>
      <ListInstead list={list} text={t("empty")} />
      <ul
        ref={rowsRef}
        aria-label={t("title")}
        className="mt-6 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] sm:gap-x-6"
      >
        <RowGroups
          rows={rows}
          size={useGridGroupSize(rowsRef)}
          nameOf={({ title }) => title}
          placeholder={(props, content) => (
            <li {...props} className="col-span-full">
              {content}
            </li>
          )}
        >
          {(book, index) => (
            <li key={book.id} aria-posinset={index + 1} aria-setsize={rows.length}>
              <BookTile book={book} isFirst={index < initiallyVisible} state={list.historyState} />
            </li>
          )}
        </RowGroups>
      </ul>
      <ListEnd list={list} loadMore={t("loadMore")} />
    </>
  );
}
