import { useTranslation } from "#i18n/use-translation.tsx";
import { ListCount, ListEnd, ListInstead, ListSearchInput } from "#resource/ui/list/list-parts.tsx";
import { RecordList, useList } from "#resource/ui/list/record-list.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { RowGroups, useGridGroupSize } from "#ui/list/row-groups.tsx";
import { booksQuery } from "../queries.ts";
import type { Book } from "../schema.ts";
import type { BookListSearch } from "../search-params.ts";
import { BookTile } from "./book-tile.tsx";
import { GenreChips } from "./genre-chips.tsx";

/** App's books: a grid of covers by title, with search and genre filter. */
export function BookListScreen({ search }: { search: BookListSearch }) {
  const { t } = useTranslation("books");
  return (
    <RecordList title={t("title")} search={search} query={booksQuery(search)}>
      <Heading>{t("title")}</Heading>
      <div className="mt-6 grid gap-4">
        <div className="max-w-md">
          <ListSearchInput />
        </div>
        <GenreChips genre={search.genre} />
        {search.searchTerm && <ListCount />}
      </div>
      <ListInstead empty={t("empty")} />
      <BookGrid />
      <ListEnd loadMore={t("loadMore")} />
    </RecordList>
  );
}

// optional: images
/** The approximate number of covers that are visible before scrolling. */
const initiallyVisible = 6;
// end: images

function BookGrid() {
  const { title, rows, rowsRef, historyState } = useList<Book>();
  return (
    <ul
      ref={rowsRef}
      aria-label={title}
      className="mt-6 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] sm:gap-x-6"
    >
      <RowGroups
        rows={rows}
        size={useGridGroupSize(rowsRef)}
        nameOf={(book) => book.title}
        placeholder={(props, content) => (
          <li {...props} className="col-span-full">
            {content}
          </li>
        )}
      >
        {(book, index) => (
          <li key={book.id} aria-posinset={index + 1} aria-setsize={rows.length}>
            <BookTile
              book={book}
              state={historyState}
              isFirst={index < initiallyVisible} // optional: images
            />
          </li>
        )}
      </RowGroups>
    </ul>
  );
}
