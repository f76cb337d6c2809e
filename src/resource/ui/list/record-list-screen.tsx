import { useNavigate } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";
import { pathBelow, type RestorableRecords } from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { TimeAgo } from "#ui/display/time-ago.tsx";
import { ColumnMenu } from "#ui/list/column-menu.tsx";
import { RowLink } from "#ui/list/data-row.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { ListHeader } from "#ui/list/list-header.tsx";
import { ListShortcuts } from "#ui/list/list-shortcuts.tsx";
import type { Column } from "#ui/list/table-parts.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { DeleteRestorable, type RecordDialogProps } from "../record/delete-record.tsx";
import type { PlainField } from "../record/field-facts.tsx";
import { FieldValue } from "../record/field-value.tsx";
import { ListCount, ListEnd, ListInstead, ListSearchInput } from "./list-parts.tsx";
import { useRowDeletion } from "./row-deletion.tsx";
import type { ViewClient } from "./views/view-client.ts";
import { ViewMenu } from "./views/view-menu.tsx";
import type { RecordList } from "./use-record-list.ts";

/** A column of a list. Without a `cell`, it shows the field whose name is the key, in the first column as a link. */
export type RecordColumn<Row> =
  | Column<Row>
  | (Omit<Column<Row>, "cell"> & { key: PlainField<Row>; kind?: ImportKind });

type RecordListScreenProps<Row extends VersionedRef> = {
  list: RecordList<Row>;
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Filters in the line above the table. */
  filters?: ReactNode;
  /** The same array in each render (`useMemo`), so that rows render only when they change. So is `picture`. */
  columns: RecordColumn<Row>[];
  /** The order without `sort` in the URL. */
  defaultSort: string;
  picture?: (row: Row) => ReactNode;
  /** Buttons for the selected rows. */
  bulkActions: ReactNode;
  /** Shown in place of an empty list without search and filters, by default "No data". */
  empty?: string;
} & (
  | {
      records: ListedRecords<Row>;
      /** Renders the dialog that deletes a row: the key Delete. */
      deleteDialog: (props: RecordDialogProps<Row>) => ReactNode;
    }
  | { records: ListedRecords<Row> & RestorableRecords<Row, never>; deleteDialog?: undefined }
);

type ListedRecords<Row> = {
  path: string;
  nameOf: (row: Row) => string;
  operations?: { list?: unknown; views?: ViewClient };
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
  empty,
  ...deletable
}: RecordListScreenProps<Row>) {
  const { records } = deletable;
  const { rows, rowsRef, searchInput, sort = defaultSort, selection } = list;
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const edit = (id: string) => navigate({ to: pathBelow(records, id, "update"), state: list.historyState });
  const { now, historyState } = list;
  const hidden = list.hidden.join();
  const shown = useMemo(
    () =>
      columns
        .filter(({ key }) => !hidden.split(",").includes(key))
        .map((column, index) => toColumn(column, { now, historyState }, index === 0 ? records : undefined)),
    [columns, hidden, now, historyState, records],
  );
  const deletion = useRowDeletion(
    list,
    deletable.deleteDialog ?? ((dialog) => <DeleteRestorable {...dialog} records={deletable.records} />),
  );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ListHeader
        title={title}
        search={<ListSearchInput list={list} />}
        tools={
          <>
            {records.operations?.views && <ViewMenu client={records.operations.views} search={list.search} />}
            <ColumnMenu columns={columns} hidden={list.hidden} onChange={list.setHidden} />
            <ListShortcuts
              searchInput={searchInput}
              rows={rowsRef}
              onEdit={(index) => rows[index] && void edit(rows[index].id)}
              onDelete={deletion.deleteRow}
            />
          </>
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
          nameOf={records.nameOf}
          columns={shown}
          {...(picture && { picture })}
          sort={sort}
          selection={{ selected: selection.ids, onChange: selection.setIds, actions: bulkActions }}
          above={
            <>
              {filters && <div className="min-w-0 flex-1">{filters}</div>}
              <ListCount list={list} />
            </>
          }
          instead={rows.length === 0 && <ListInstead list={list} text={empty} />}
        />
      </div>
      {deletion.dialog}
      <ListEnd list={list} loadMore={t("list.loadMore")} />
    </>
  );
}

/** @param linked for the column whose values link to the records' pages */
function toColumn<Row extends VersionedRef>(
  column: RecordColumn<Row>,
  { now, historyState }: Pick<RecordList<Row>, "now" | "historyState">,
  linked: { path: string } | undefined,
): Column<Row> {
  if ("cell" in column) return column;
  const { kind, ...shared } = column;
  const show = (row: Row) => {
    const value = row[column.key] as CellValue;
    return value instanceof Date ? (
      <TimeAgo value={value} now={now} />
    ) : (
      <FieldValue value={value} kind={kind} />
    );
  };
  if (!linked) return { ...shared, cell: show };
  const link = (row: Row) => (
    <RowLink to={pathBelow(linked, row.id)} state={historyState} className="font-semibold">
      {show(row)}
    </RowLink>
  );
  return { ...shared, cell: link };
}
