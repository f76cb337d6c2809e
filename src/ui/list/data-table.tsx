import { createLink, Link } from "@tanstack/react-router";
import { useId, useRef, type ComponentProps, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { ArrowDownIcon, ArrowUpIcon } from "../icons.ts";
import { BulkBar } from "./bulk-bar.tsx";
import "./data-table.css";
import { listLimits, nextSort, sortDirection, updateSearch } from "./list-search.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { selectAll, useSelection, type Selection } from "./use-selection.ts";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable: the direction that its header sorts by first. */
  sort?: "ascending" | "descending";
  /** Hidden on narrower screens. Below `md` rows are cards, and screen readers still read hidden cells. */
  hideBelow?: "md" | "lg" | "xl";
};

type DataTableProps<Row> = {
  /** The accessible name. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The first column names the row: put a `RowLink` in it. */
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
  /** The element whose children are the rows. */
  ref?: Ref<HTMLTableSectionElement>;
};

/**
 * A table, shown as cards on narrow screens. The whole row is a link, but its text can be selected. Shift selects a
 * range of rows; Escape clears the selection.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, columns, picture, sort, selection, rowActions, above, ref } = props;
  const { t } = useTranslation("components");
  const allCheckbox = useRef<HTMLInputElement>(null);
  const keys = rows.map(rowKey);
  const { selected, toggle, onKeyDown } = useSelection(keys, selection);
  const selectedCount = keys.filter((key) => selected.has(key)).length;

  return (
    <div role="presentation" className="data-list" onKeyDown={onKeyDown}>
      {(above || selection) && (
        <div className="data-list-header">
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
      {/* `clip`, because `hidden` would prevent a sticky header. */}
      <div className="isolate overflow-clip rounded-surface border border-border bg-surface">
        <table
          {...roles.table}
          aria-label={label}
          className="data-table"
          data-select={selection && ""}
          data-picture={picture && ""}
          data-actions={rowActions && ""}
        >
          <thead {...roles.group}>
            <tr {...roles.row}>
              {selection && (
                <td {...roles.cell} className="data-table-select">
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
                <th {...roles.columnHeader} className="data-table-actions">
                  <span className="sr-only">{t("table.actions")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...roles.group} ref={ref}>
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <DataRow
                  key={key}
                  row={row}
                  columns={columns}
                  picture={picture?.(row)}
                  isSelected={selection && selected.has(key)}
                  onCheckedChange={(isSelected, isRange) => toggle(key, isSelected, isRange)}
                  actions={rowActions?.(row)}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Explicit roles: browsers drop the implicit ones when the style sheet changes `display`. */
const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader", scope: "col" },
  rowHeader: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;

type ColumnHeaderProps = { column: Omit<Column<never>, "cell">; sort: string | undefined };

function ColumnHeader({ column, sort }: ColumnHeaderProps) {
  const { key, header, sort: firstDirection } = column;
  const direction = sortDirection(sort, key);
  const Arrow = (direction ?? firstDirection) === "descending" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th {...roles.columnHeader} aria-sort={direction} data-hide-below={column.hideBelow}>
      {firstDirection ? (
        <Link
          to="."
          search={updateSearch({ sort: nextSort(sort, key, firstDirection) })}
          // Without `exact`, the router would mark every header as the current page.
          activeOptions={{ exact: true }}
          resetScroll={false}
          className={`sort-link group inline-flex min-h-control items-center gap-1 rounded-control hover:text-foreground max-md:whitespace-nowrap ${direction ? "font-semibold text-foreground" : ""}`}
        >
          {header}
          <Arrow
            className={`size-4 shrink-0 ${direction ? "" : "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60 max-md:hidden"}`}
          />
        </Link>
      ) : (
        header
      )}
    </th>
  );
}

type DataRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  picture: ReactNode;
  /** `undefined` if rows can't be selected. */
  isSelected: boolean | undefined;
  onCheckedChange: (isSelected: boolean, isRange: boolean) => void;
  actions: ReactNode;
};

function DataRow<Row>({ row, columns, picture, isSelected, onCheckedChange, actions }: DataRowProps<Row>) {
  const { t } = useTranslation("components");
  const id = useId();
  const [nameColumn, ...otherColumns] = columns;
  return (
    <tr {...roles.row} data-selected={isSelected || undefined} onClick={followLink}>
      {isSelected !== undefined && (
        <td {...roles.cell} className="data-table-select">
          <RowCheckbox
            id={`${id}select`}
            aria-label={t("table.selectRow")}
            aria-labelledby={`${id}select ${id}name`}
            checked={isSelected}
            onCheckedChange={onCheckedChange}
          />
        </td>
      )}
      <th {...roles.rowHeader}>
        <div className="flex items-center gap-4">
          {picture && <span className="data-table-picture w-8 shrink-0">{picture}</span>}
          <div id={`${id}name`} className="data-table-name min-w-0 wrap-anywhere">
            {nameColumn?.cell(row)}
          </div>
        </div>
      </th>
      {otherColumns.map((column) => (
        <td key={column.key} {...roles.cell} data-hide-below={column.hideBelow}>
          <div className="data-table-value relative z-1 flex w-fit max-w-full wrap-anywhere">
            {column.cell(row)}
          </div>
        </td>
      ))}
      {actions && (
        <td {...roles.cell} className="data-table-actions">
          {actions}
        </td>
      )}
    </tr>
  );
}

function RowAnchor({ className = "", children, ...props }: ComponentProps<"a">) {
  return (
    <a className={`row-link ${className}`} {...props}>
      {children}
    </a>
  );
}

/** The link in the first cell of a row. It covers the whole row. */
export const RowLink = createLink(RowAnchor);

/** The row's text lies above its link so that it can be selected. A click on the text follows the link, too. */
function followLink(event: React.MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event;
  const isOnText = target instanceof Element && row.contains(target) && !target.closest("a, button, label");
  if (!isOnText || document.getSelection()?.type === "Range") return;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  row.querySelector(".row-link")?.dispatchEvent(click);
}
