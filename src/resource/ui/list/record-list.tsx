import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";
import { pathBelow } from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { TimeAgo } from "#ui/display/time-ago.tsx";
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
import { FieldValue } from "../record/field-value.tsx";
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

/** The fields of a record whose values `FieldValue` shows. */
type PlainField<Row> = { [Name in keyof Row]: Row[Name] extends CellValue ? Name : never }[keyof Row] &
  string;

/** A column of a list. Without a `cell`, it shows the field whose name is the key. */
export type RecordColumn<Row> =
  | Column<Row>
  | (Omit<Column<Row>, "cell"> & { key: PlainField<Row>; kind?: ImportKind });

type RecordListScreenProps<Row extends VersionedRef> = {
  list: RecordList<Row>;
  records: { path: string };
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Filters in the line above the table. */
  filters?: ReactNode;
  columns: RecordColumn<Row>[];
  /** The order without `sort` in the URL. */
  defaultSort: string;
  picture?: (row: Row) => ReactNode;
  /** Buttons for the selected rows. */
  bulkActions: ReactNode;
  /** Renders the dialog that deletes a row: the key Delete. */
  deleteDialog: (props: RecordDialogProps<Row>) => ReactNode;
  /** Shown in place of an empty list without search and filters. */
  empty: string;
};

/** A list screen of Manager: search, filters, a table with selection and bulk actions, and keyboard shortcuts. */
export function RecordListScreen<Row extends VersionedRef>({
  list,
  records,
  title,
  actions,
  filters,
  columns,
  defaultSort,
  picture,
  bulkActions,
  deleteDialog,
  empty,
}: RecordListScreenProps<Row>) {
  const { rows, rowsRef, searchInput, searchTerm, sort = defaultSort, total, selection } = list;
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const edit = (id: string) => navigate({ to: pathBelow(records, id, "update"), state: list.historyState });
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
            onEdit={(index) => rows[index] && void edit(rows[index].id)}
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
          columns={columns.map((column) => toColumn(column, list.now))}
          {...(picture && { picture })}
          sort={sort}
          selection={{ selected: selection.ids, onChange: selection.setIds, actions: bulkActions }}
          above={
            <>
              {filters && <div className="min-w-0 flex-1">{filters}</div>}
              {rows.length > 0 && <CountLine shown={rows.length} total={total} searchTerm={searchTerm} />}
            </>
          }
          instead={rows.length === 0 && <ListEmpty list={list} text={empty} />}
        />
      </div>
      {deletion.dialog}
      <ListEnd list={list} loadMore={t("list.loadMore")} />
    </>
  );
}

function toColumn<Row>(column: RecordColumn<Row>, now: number): Column<Row> {
  if ("cell" in column) return column;
  const { kind, ...shared } = column;
  return {
    ...shared,
    cell(row) {
      const value = row[column.key] as CellValue;
      return value instanceof Date ? (
        <TimeAgo value={value} now={now} />
      ) : (
        <FieldValue value={value} kind={kind} />
      );
    },
  };
}
