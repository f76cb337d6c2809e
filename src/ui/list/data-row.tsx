import { memo, type ReactNode } from "react";
import { RowCheckbox } from "./row-checkbox.tsx";
import { actionsCell, hiddenBelow, roles, selectCell, type Column } from "./table-parts.ts";

type DataRowProps<Row> = {
  /** Of the table's rows: not all of them may be in the document. */
  index: number;
  row: Row;
  rowKey: string;
  columns: readonly Column<Row>[];
  picture: ((row: Row) => ReactNode) | undefined;
  /** `undefined` if rows can't be selected. */
  isSelected: boolean | undefined;
  /** Of the checkbox, before the row's name. */
  selectLabel: string;
  onToggle: (key: string, isSelected: boolean, isRange: boolean) => void;
  actions: ((row: Row) => ReactNode) | undefined;
};

/** A row of a table, or a card. It renders again only if its props change: a list can have thousands. */
export const DataRow = memo(function DataRow<Row>(props: DataRowProps<Row>) {
  const { index, row, rowKey, columns, picture, isSelected, selectLabel, onToggle, actions } = props;
  const [nameColumn, ...otherColumns] = columns;
  return (
    <tr {...roles.row} aria-rowindex={index} data-selected={isSelected || undefined} onClick={followLink}>
      {isSelected !== undefined && (
        <td {...roles.cell} className={`max-md:absolute max-md:start-1 max-md:top-3 ${selectCell}`}>
          <RowCheckbox
            id={`select-${rowKey}`}
            aria-label={selectLabel}
            aria-labelledby={`select-${rowKey} name-${rowKey}`}
            checked={isSelected}
            onCheckedChange={(isChecked, isRange) => onToggle(rowKey, isChecked, isRange)}
          />
        </td>
      )}
      <th {...roles.rowHeader} className="relative max-md:w-full">
        <div className="flex items-center gap-4">
          {picture && (
            <span className="w-8 shrink-0 max-md:absolute max-md:start-[calc(-1*var(--picture-width))] max-md:top-0">
              {picture(row)}
            </span>
          )}
          <div id={`name-${rowKey}`} className="min-w-0 wrap-anywhere">
            {nameColumn?.cell(row)}
          </div>
        </div>
      </th>
      {otherColumns.map(({ key, isNumeric, hideBelow, cell }) => (
        <td
          key={key}
          {...roles.cell}
          data-numeric={isNumeric || undefined}
          className={`text-sm wrap-anywhere text-muted-foreground max-md:empty:hidden ${hideBelow ? `max-md:sr-only ${hiddenBelow[hideBelow]}` : ""}`}
        >
          {cell(row)}
        </td>
      ))}
      {actions && (
        <td {...roles.cell} className={`max-md:absolute max-md:end-2 max-md:top-2 ${actionsCell}`}>
          {actions(row)}
        </td>
      )}
    </tr>
  );
}) as <Row>(props: DataRowProps<Row>) => ReactNode;

/** The whole row follows its link, but its text can be selected. */
function followLink(event: React.MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event;
  const isOwn = target instanceof Element && row.contains(target) && !target.closest("a, button, label");
  if (!isOwn || document.getSelection()?.type === "Range") return;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  row.querySelector(".row-link")?.dispatchEvent(click);
}
