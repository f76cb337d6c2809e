import { useRef, type ReactNode, type Ref, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ColumnHeader } from "./column-header.tsx";
import { DataRow } from "./data-row.tsx";
import "./data-table.css";
import { listLimits } from "./list-search.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { RowGroups } from "./row-groups.tsx";
import { actionsCell, roles, selectCell, type Column } from "./table-parts.ts";
import { selectAll, useSelection, type Selection } from "./use-selection.ts";

type DataTableProps<Row> = {
  /** The accessible name. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** A row's name, for rows that are far from the screen: see `RowGroups`. */
  nameOf?: ((row: Row) => string) | undefined;
  /** The first column names the row: put a link with the class `row-link` in it. Rows render again if this array or `picture` is another one. */
  columns: readonly Column<Row>[];
  /** A decorative picture before the row's name, 32 px wide. */
  picture?: (row: Row) => ReactNode;
  /** The current order, as in the URL. */
  sort?: string;
  selection?: Selection;
  /** Actions of one row: small buttons or a menu. */
  rowActions?: (row: Row) => ReactNode;
  /** A line above the table. On wide screens the bulk actions replace it while rows are selected. */
  above?: ReactNode;
  /** Shown in place of the table, for example if there are no rows. */
  instead?: ReactNode;
  /** The element whose children are the rows. */
  ref?: Ref<HTMLTableSectionElement>;
};

/**
 * A table, shown as cards on narrow screens. The whole row is a link, but its text can be selected. Shift selects a
 * range of rows; Escape clears the selection.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, rowKey, selection, above, instead } = props;
  const allCheckbox = useRef<HTMLInputElement>(null);
  const keys = rows.map(rowKey);
  const { selected, toggle, onKeyDown } = useSelection(keys, selection);

  return (
    <div
      role="presentation"
      className="flex min-w-0 flex-col [--list-header-height:calc(var(--control-height)+0.75rem)]"
      onKeyDown={onKeyDown}
    >
      {(above || selection) && (
        // On narrow screens the bulk bar is below the table.
        <div
          className={`data-list-header flex min-h-(--list-header-height) items-center gap-4 bg-background ${selection ? "max-md:contents max-md:[&>:not(.bulk-bar)]:mb-3" : ""}`}
        >
          {above}
          {selection && (
            <BulkBar
              count={selected.size}
              isFull={selected.size >= listLimits.selected}
              onClear={() => selection.onChange([])}
              onFocusLost={() => allCheckbox.current?.focus({ preventScroll: true })}
            >
              {selection.actions}
            </BulkBar>
          )}
        </div>
      )}
      {instead || <Table {...props} {...{ keys, selected, toggle, allCheckbox }} />}
    </div>
  );
}

/** `aria-rowindex` and `aria-rowcount` count them, too. */
const headerRows = 1;

type TableProps<Row> = DataTableProps<Row> & {
  keys: readonly string[];
  selected: ReadonlySet<string>;
  toggle: (key: string, isSelected: boolean, isRange: boolean) => void;
  allCheckbox: RefObject<HTMLInputElement | null>;
};

function Table<Row extends object>(props: TableProps<Row>) {
  const { label, rows, rowKey, nameOf, columns, picture, sort, selection, rowActions, ref } = props;
  const { keys, selected, toggle, allCheckbox } = props;
  const { t } = useTranslation("components");
  const selectLabel = t("table.selectRow");
  const selectedCount = keys.filter((key) => selected.has(key)).length;

  return (
    // `clip`, because `hidden` would prevent a sticky header.
    <div className="isolate overflow-clip rounded-surface border border-border bg-surface">
      <table
        {...roles.table}
        aria-label={label}
        aria-rowcount={rows.length + headerRows}
        // Widths that depend on the rows would change with each search.
        className={`data-table text-start ${columns.some(({ width }) => width) ? "table-fixed" : ""}`}
        data-select={selection && ""}
        data-picture={picture && ""}
        data-actions={rowActions && ""}
      >
        <thead {...roles.group} className="text-sm font-medium text-muted-foreground">
          <tr {...roles.row} className="max-md:scroll-fade">
            {selection && (
              <td {...roles.cell} className={`max-md:-ms-3 ${selectCell}`}>
                <RowCheckbox
                  ref={allCheckbox}
                  aria-label={t("table.selectAll")}
                  checked={selectedCount > 0 && selectedCount === keys.length}
                  isMixed={selectedCount > 0 && selectedCount < keys.length}
                  onCheckedChange={(isSelected) =>
                    selection.onChange(selectAll(keys, selection.selected, isSelected))
                  }
                />
              </td>
            )}
            {columns.map((column) => (
              <ColumnHeader key={column.key} column={column} sort={sort} />
            ))}
            {rowActions && (
              <th {...roles.columnHeader} className={actionsCell}>
                <span className="sr-only">{t("table.actions")}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...roles.group} ref={ref}>
          <RowGroups
            rows={rows}
            nameOf={nameOf}
            placeholder={(attributes, content) => (
              <tr {...roles.row} {...attributes} className="data-table-placeholder">
                {/* The checkbox and the name: narrow screens may hide the other columns. */}
                <td {...roles.cell} colSpan={selection ? 2 : 1}>
                  {content}
                </td>
              </tr>
            )}
          >
            {(row, index) => {
              const key = rowKey(row);
              return (
                <DataRow
                  key={key}
                  index={headerRows + index + 1}
                  row={row}
                  columns={columns}
                  rowKey={key}
                  picture={picture}
                  isSelected={selection && selected.has(key)}
                  selectLabel={selectLabel}
                  onToggle={toggle}
                  actions={rowActions}
                />
              );
            }}
          </RowGroups>
        </tbody>
      </table>
    </div>
  );
}
