import { createLink } from "@tanstack/react-router";
import { useId, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Column } from "./column.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { tableRoles } from "./table-roles.ts";

type DataRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  picture: ReactNode;
  /** `undefined` where rows can't be selected. */
  isSelected: boolean | undefined;
  onTick: (isSelected: boolean, isRange: boolean) => void;
  actions: ReactNode;
};

/** A row of a `DataTable`. */
export function DataRow<Row>({ row, columns, picture, isSelected, onTick, actions }: DataRowProps<Row>) {
  const { t } = useTranslation("components");
  const id = useId();
  const [name, ...values] = columns;
  return (
    <tr {...tableRoles.row} data-selected={isSelected || undefined} onClick={followLink}>
      {isSelected !== undefined && (
        <td {...tableRoles.cell} className="data-table-select">
          <RowCheckbox
            id={`${id}select`}
            aria-label={t("table.selectRow")}
            aria-labelledby={`${id}select ${id}name`}
            checked={isSelected}
            onTick={onTick}
          />
        </td>
      )}
      <th {...tableRoles.rowHeader}>
        <div className="data-table-main">
          {picture && <span className="data-table-picture">{picture}</span>}
          <div id={`${id}name`} className="data-table-name">
            {name?.cell(row)}
          </div>
        </div>
      </th>
      {values.map((column) => (
        <td key={column.key} {...tableRoles.cell} data-hide-below={column.hideBelow}>
          <div className="data-table-value">{column.cell(row)}</div>
        </td>
      ))}
      {actions && (
        <td {...tableRoles.cell} className="data-table-actions">
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

/** The link of a row, over all of it: in the cell that names the row. */
export const RowLink = createLink(RowAnchor);

/** A click on a row's text, which lies above its link so that it can be marked, counts as one on the link. */
function followLink(event: React.MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event;
  const isOnText = target instanceof Element && row.contains(target) && !target.closest("a, button, label");
  if (!isOnText || document.getSelection()?.type === "Range") return;
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  row.querySelector(".row-link")?.dispatchEvent(click);
}
