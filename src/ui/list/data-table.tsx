import { useRef, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { BulkBar } from "./bulk-bar.tsx";
import type { Column } from "./column.ts";
import { DataRow } from "./data-row.tsx";
import { listLimits } from "./list-search.ts";
import { selectAll } from "./row-selection.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { SortHeading } from "./sort-heading.tsx";
import { useSelection, type Selection } from "./use-selection.ts";
import "./data-table.css";
import { tableRoles } from "./table-roles.ts";

type DataTableProps<Row> = {
  /** What the table is about, for screen readers. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The first one names the row: a `RowLink` in it leads to what the row is about. */
  columns: readonly Column<Row>[];
  /** A picture before the row's name, 32 px wide; decoration. */
  picture?: (row: Row) => ReactNode;
  /** The order now, as in the URL. */
  sort?: string;
  selection?: Selection;
  /** What can be done with one row: a small button, such as a menu's. */
  rowActions?: (row: Row) => ReactNode;
  /** What stands above the table: a count line. While something is selected, a desk shows there what can be done with it. */
  above?: ReactNode;
  /** The element whose children are the rows, for `LoadMore`. */
  ref?: Ref<HTMLTableSectionElement>;
};

/**
 * Rows of one kind: a table on a desk, the same elements as cards on a phone, with the roles of a table on both. The whole
 * of a row leads where its link does, and yet its texts can be marked. Boxes are ticked by Space or a click, a range with
 * Shift; Escape clears the selection.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, columns, picture, sort, selection, rowActions, above, ref } = props;
  const { t } = useTranslation("components");
  const toggleAll = useRef<HTMLInputElement>(null);
  const keys = rows.map(rowKey);
  const { selected, toggle, onKeyDown } = useSelection(keys, selection);
  const shownSelected = keys.filter((key) => selected.has(key)).length;

  return (
    <div role="presentation" className="data-list" onKeyDown={onKeyDown}>
      {(above || selection) && (
        <div className="data-list-line">
          {above}
          {selection && (
            <BulkBar
              count={selected.size}
              isFull={selected.size >= listLimits.selected}
              onClear={() => selection.onChange([])}
              onFocusLost={() => toggleAll.current?.focus({ preventScroll: true })}
            >
              {selection.actions}
            </BulkBar>
          )}
        </div>
      )}
      <div className="data-table-sheet">
        <table
          {...tableRoles.table}
          aria-label={label}
          className="data-table"
          data-select={selection && ""}
          data-picture={picture && ""}
          data-actions={rowActions && ""}
        >
          <thead {...tableRoles.group}>
            <tr {...tableRoles.row}>
              {selection && (
                <td {...tableRoles.cell} className="data-table-select">
                  <RowCheckbox
                    ref={toggleAll}
                    aria-label={t("table.selectAll")}
                    checked={shownSelected > 0 && shownSelected === keys.length}
                    isMixed={shownSelected > 0 && shownSelected < keys.length}
                    onTick={(isSelected) =>
                      selection.onChange(selectAll(keys, selection.selected, isSelected))
                    }
                  />
                </td>
              )}
              {columns.map((column) => (
                <SortHeading key={column.key} column={column} sort={sort} />
              ))}
              {rowActions && (
                <th {...tableRoles.columnHeader} className="data-table-actions">
                  <span className="sr-only">{t("table.actions")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...tableRoles.group} ref={ref}>
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <DataRow
                  key={key}
                  row={row}
                  columns={columns}
                  picture={picture?.(row)}
                  isSelected={selection && selected.has(key)}
                  onTick={(isSelected, isRange) => toggle(key, isSelected, isRange)}
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
