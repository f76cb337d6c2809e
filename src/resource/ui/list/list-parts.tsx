import { CountLine } from "#ui/list/count-line.tsx";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { DataListEmpty, DataListError, DataListLoading, DataListNoMatch } from "#ui/list/data-list.tsx";
import { ListUpdateNotice } from "#ui/list/list-update-notice.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import type { RecordList } from "./use-record-list.ts";

type ListProps = { list: RecordList };

/** The search input of a list. */
export function ListSearchInput({ list }: ListProps) {
  const { searchInput, searchTerm, setSearchTerm, otherParams } = list;
  return (
    <SearchInput ref={searchInput} value={searchTerm} onChange={setSearchTerm} keptParams={otherParams} />
  );
}

/** How many records are shown or found, once there are any. */
export function ListCount({ list }: ListProps) {
  const { count, total, searchTerm, countLine } = list;
  return count > 0 && <CountLine ref={countLine} shown={count} {...{ total, searchTerm }} />;
}

/** Shown in place of rows. @param o.text for an empty list without search and filters, by default "No data" */
export function ListInstead({ list, text }: ListProps & { text?: string | undefined }) {
  if (list.rows.length > 0) return null;
  if (list.failure) return <DataListError {...list.failure} />;
  if (list.isLoading) return <DataListLoading />;
  if (!list.isFiltered) return <DataListEmpty>{text}</DataListEmpty>;
  return <DataListNoMatch searchTerm={list.searchTerm} onClear={list.clear} />;
}

/** The end of a list: loads more rows, and offers to reload a list that others have changed. */
export function ListEnd({ list, loadMore }: ListProps & { loadMore: string }) {
  return (
    <>
      <ListUpdateNotice {...list.updateNotice} />
      <LoadMore label={loadMore} rows={list.rowsRef} {...list.more} />
    </>
  );
}
