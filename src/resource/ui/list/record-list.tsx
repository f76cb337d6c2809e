import type { ReactNode } from "react";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { CountLine } from "#ui/list/count-line.tsx";
import { DataListEmpty, DataListNoMatch } from "#ui/list/data-list.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { ListHeader } from "#ui/list/list-header.tsx";
import { ListShortcuts } from "#ui/list/list-shortcuts.tsx";
import { ListUpdateNotice } from "#ui/list/list-update-notice.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import type { Column } from "#ui/list/table-parts.ts";
import { PageTitle } from "#ui/page-title.tsx";
import type { RecordDialogProps } from "../record/delete-record.tsx";
import { useRowDeletion } from "./row-deletion.tsx";
import type { RecordList } from "./use-record-list.ts";

type ListProps = { list: RecordList };

/** The search input of a list. */
export function ListSearchInput({ list }: ListProps) {
  const { searchInput, searchTerm, setSearchTerm, otherParams } = list;
  return (
    <SearchInput ref={searchInput} value={searchTerm} onChange={setSearchTerm} keptParams={otherParams} />
  );
}

/** Shown in place of an empty list. @param o.text for a list without search and filters */
export function ListEmpty({ list, text }: ListProps & { text: string }) {
  if (list.rows.length > 0) return null;
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

type RecordListScreenProps<Row extends VersionedRef> = {
  list: RecordList<Row>;
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Filters in the line above the table. */
  filters?: ReactNode;
  columns: Column<Row>[];
  /** The order without `sort` in the URL. */
  defaultSort: string;
  picture?: (row: Row) => ReactNode;
  /** Buttons for the selected rows. */
  bulkActions: ReactNode;
  /** Opens the form of a row: the key E. */
  onEdit: (row: Row) => void;
  /** Renders the dialog that deletes a row: the key Delete. */
  deleteDialog: (props: RecordDialogProps<Row>) => ReactNode;
  texts: { empty: string; loadMore: string };
};

/** A list screen of Manager: search, filters, a table with selection and bulk actions, and keyboard shortcuts. */
export function RecordListScreen<Row extends VersionedRef>({
  list,
  title,
  actions,
  filters,
  columns,
  defaultSort,
  picture,
  bulkActions,
  onEdit,
  deleteDialog,
  texts,
}: RecordListScreenProps<Row>) {
  const { rows, rowsRef, searchInput, searchTerm, sort = defaultSort, total, selection } = list;
  const deletion = useRowDeletion(rows, rowsRef, deleteDialog);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ListHeader
        title={title}
        search={<ListSearchInput list={list} />}
        tools={
          <ListShortcuts
            searchInput={searchInput}
            rows={rowsRef}
            onEdit={(index) => rows[index] && onEdit(rows[index])}
            onDelete={deletion.deleteRow}
          />
        }
      >
        {actions}
      </ListHeader>
      <div className="mt-2 grid max-md:mt-3">
        <DataTable
          ref={rowsRef}
          label={title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
          {...(picture && { picture })}
          sort={sort}
          selection={{ selected: selection.ids, onChange: selection.setIds, actions: bulkActions }}
          above={
            <>
              {filters && <div className="min-w-0 flex-1">{filters}</div>}
              {rows.length > 0 && <CountLine shown={rows.length} total={total} searchTerm={searchTerm} />}
            </>
          }
          instead={rows.length === 0 && <ListEmpty list={list} text={texts.empty} />}
        />
      </div>
      {deletion.dialog}
      <ListEnd list={list} loadMore={texts.loadMore} />
    </>
  );
}
