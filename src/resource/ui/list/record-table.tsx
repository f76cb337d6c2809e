import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo, type ComponentType, type ReactNode } from "react";
import type { TextKey } from "#i18n/text-key.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { CellValue } from "#resource/cell-value.ts";
import { pathBelow, type Records } from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { TimeAgo } from "#ui/display/time-ago.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { ColumnMenu } from "#ui/list/column-menu.tsx";
import { DataTable } from "#ui/list/data-table.tsx";
import { ListShortcuts } from "#ui/list/list-shortcuts.tsx";
import type { Column, Order } from "#ui/list/table-parts.ts";
import { useFocusAfterClose } from "#ui/overlays/use-focus-after-close.ts";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import { DeleteNamedRecord } from "../record/delete-named-record.tsx";
import type { RecordDialogProps } from "../record/delete-record.tsx";
import { FieldValue } from "../record/field-value.tsx";
import { ListCount, ListEnd, ListInstead, ListSearchInput } from "./list-parts.tsx";
import { useList } from "./record-list.tsx";
import { useSelectedRows } from "./selected-rows.ts";
import type { ViewClient } from "./views/view-client.ts";
import { ViewMenu } from "./views/view-menu.tsx";

/** The fields of a record whose values `FieldValue` shows. */
type PlainField<Row> = {
  [Name in keyof Row]: Row[Name] extends CellValue ? Name : never;
}[keyof Row] &
  string;

/** Makes a record's name the link to its page. */
type LinkOf = (name: ReactNode) => ReactNode;

/** A column of a list. Without a `cell`, it shows the field whose name is the key. */
export type RecordColumn<Row> = Omit<Column<Row>, "header" | "cell" | "otherOrders"> & {
  header: TextKey;
  otherOrders?: readonly (Order & { header: TextKey })[];
  /** In the first column: `cell` shows more than the name, and makes the link itself. */
  isCard?: boolean;
} & ({ cell: (row: Row, linkOf?: LinkOf) => ReactNode } | { key: PlainField<Row>; cell?: undefined });

type RecordTableProps<Row extends VersionedRef> = {
  records: Records<Row, never> & { path: string; nameOf: (row: Row) => string };
  /** A constant, so that rows render only when they change. So is `picture`. The first one links to the records' pages. */
  columns: readonly RecordColumn<Row>[];
  /** The keys of the columns that users can hide, as in the list's search parameters. */
  hideable?: readonly string[];
  // optional: views
  /** The operations on saved views, if the list has some. */
  views?: ViewClient;
  // end: views
  /** The order without `sort` in the URL, by default the first column. */
  defaultSort?: string;
  picture?: (row: Row) => ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Filters in the line above the table. */
  filters?: ReactNode;
  /** Buttons for the selected rows. */
  bulkActions: ReactNode;
  /** Deletes a row: the key Delete. By default `DeleteNamedRecord`. */
  deleteDialog?: ComponentType<RecordDialogProps<Row>>;
};

/** The rows of a `RecordList` in Manager: search, filters, a table with selection and bulk actions, and keyboard shortcuts. */
export function RecordTable<Row extends VersionedRef>(props: RecordTableProps<Row>) {
  const { records, columns, hideable = [], defaultSort, picture, actions, filters, bulkActions } = props;
  const { title, rows, rowsRef, searchInput, hidden, setHidden, historyState, ...list } = useList<Row>();
  const selection = useSelectedRows();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const named = columns
    .filter(({ key }, index) => index === 0 || hideable.includes(key))
    .map(({ key, header }) => ({ key, header: t(header) }));
  const deletion = useRowDeletion(props);

  async function edit(row: Row | undefined) {
    if (row) await navigate({ to: pathBelow(records, row.id, "update"), state: historyState });
  }

  return (
    <>
      {/* One line on wide screens, so that more rows fit. */}
      <header className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-4">
        <Heading>{title}</Heading>
        <div className="order-last flex min-w-0 basis-full items-center gap-2 xl:order-none xl:flex-1 xl:basis-56">
          <div className="min-w-0 flex-1 md:max-w-sm">
            <ListSearchInput />
          </div>
          {/* optional: views */}
          {props.views && <ViewMenu client={props.views} />}
          {/* end: views */}
          {hideable.length > 0 && <ColumnMenu columns={named} hidden={hidden} onChange={setHidden} />}
          <ListShortcuts
            searchInput={searchInput}
            rows={rowsRef}
            onEdit={(index) => void edit(rows[index])}
            onDelete={deletion.open}
          />
        </div>
        <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:*:px-3">{actions}</div>
      </header>
      <div className="mt-2 grid max-md:mt-3">
        <DataTable
          ref={rowsRef}
          label={title}
          rows={rows}
          rowKey={idOf}
          nameOf={records.nameOf}
          columns={useShownColumns(props)}
          {...(picture && { picture })}
          sort={list.sort ?? defaultSort ?? columns[0]?.key ?? ""}
          selection={{ selected: selection.ids, onChange: selection.setIds, actions: bulkActions }}
          above={
            <>
              {filters && <div className="min-w-0 flex-1">{filters}</div>}
              <ListCount />
            </>
          }
          instead={rows.length === 0 && <ListInstead />}
        />
      </div>
      {deletion.dialog}
      <ListEnd />
    </>
  );
}

const idOf = ({ id }: VersionedRef) => id;

/** The columns that aren't hidden, the same ones until something in their cells changes. */
function useShownColumns<Row extends VersionedRef>({
  records: { path },
  columns,
}: RecordTableProps<Row>): Column<Row>[] {
  const { t } = useTranslation();
  const { now, historyState, hidden } = useList<Row>();
  const hiddenKeys = hidden.join();
  return useMemo(() => {
    const linkTo =
      ({ id }: Row): LinkOf =>
      (name) => (
        <Link to={pathBelow({ path }, id)} state={historyState} className="row-link font-semibold">
          {name}
        </Link>
      );
    const value = (column: RecordColumn<Row>, row: Row) => {
      if (column.cell) return column.cell(row, linkTo(row));
      const field = row[column.key] as CellValue;
      if (field instanceof Date) return <TimeAgo value={field} now={now} />;
      return <FieldValue value={field} />;
    };
    const shown = columns.filter(({ key }) => !hiddenKeys.split(",").includes(key));
    return shown.map((column, index) => ({
      ...column,
      header: t(column.header),
      otherOrders: (column.otherOrders ?? []).map((order) => ({ ...order, header: t(order.header) })),
      cell: (row: Row) => (index > 0 || column.isCard ? value(column, row) : linkTo(row)(value(column, row))),
    }));
  }, [columns, path, hiddenKeys, now, historyState, t]);
}

/** Opens a dialog that deletes the record of a row, and focuses the next row when it has been deleted. */
function useRowDeletion<Row extends VersionedRef>({ records, deleteDialog: Dialog }: RecordTableProps<Row>) {
  const { rows, focusTarget } = useList<Row>();
  const { item: target, isOpen, open, close } = useItemDialog<{ index: number; record: Row }>();
  const isShown = rows.some(({ id }) => id === target?.record.id);
  const moveFocusOnClose = useFocusAfterClose(isOpen || isShown, () => focusTarget(target?.index ?? 0));
  const dialog = { isOpen, onClose: close, onDeleted: moveFocusOnClose };
  return {
    /** @param index the row's */
    open(index: number) {
      const record = rows[index];
      if (record) open({ index, record });
    },
    dialog:
      target &&
      (Dialog ? (
        <Dialog {...dialog} record={target.record} />
      ) : (
        <DeleteNamedRecord {...dialog} record={target.record} records={records} />
      )),
  };
}
