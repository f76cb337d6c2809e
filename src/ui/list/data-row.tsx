import { createLink } from "@tanstack/react-router";
import { memo, useId, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { RowCheckbox } from "./row-checkbox.tsx";
import { roles, type Column } from "./table-parts.ts";

type DataRowProps<Row> = {
  /** Of the table's rows: not all of them may be in the document. */
  index: number;
  row: Row;
  rowKey: string;
  columns: readonly Column<Row>[];
  picture: ((row: Row) => ReactNode) | undefined;
  /** `undefined` if rows can't be selected. */
  isSelected: boolean | undefined;
  onToggle: (key: string, isSelected: boolean, isRange: boolean) => void;
  actions: ((row: Row) => ReactNode) | undefined;
};

/** A row of a table, or a card. It renders again only if its props change: a list can have thousands. */
export const DataRow = memo(function DataRow<Row>({
  index,
  row,
  rowKey,
  columns,
  picture,
  isSelected,
  onToggle,
  actions,
}: DataRowProps<Row>) {
  const { t } = useTranslation("components");
  const id = useId();
  const [nameColumn, ...otherColumns] = columns;
  return (
    <tr {...roles.row} aria-rowindex={index} data-selected={isSelected || undefined} onClick={followLink}>
      {isSelected !== undefined && (
        <td {...roles.cell} className="data-table-select">
          <RowCheckbox
            id={`${id}select`}
            aria-label={t("table.selectRow")}
            aria-labelledby={`${id}select ${id}name`}
            checked={isSelected}
            onCheckedChange={(isChecked, isRange) => onToggle(rowKey, isChecked, isRange)}
          />
        </td>
      )}
      <th {...roles.rowHeader}>
        <div className="flex items-center gap-4">
          {picture && <span className="data-table-picture w-8 shrink-0">{picture(row)}</span>}
          <div id={`${id}name`} className="data-table-name min-w-0 wrap-anywhere">
            {nameColumn?.cell(row)}
            {otherColumns.map(
              ({ key, foldBelow, cell }) =>
                foldBelow && (
                  <div key={key} data-folded-below={foldBelow} className="text-sm text-muted-foreground">
                    {cell(row)}
                  </div>
                ),
            )}
          </div>
        </div>
      </th>
      {otherColumns.map((column) => (
        <td
          key={column.key}
          {...roles.cell}
          data-hide-below={column.hideBelow ?? column.foldBelow}
          data-folds={column.foldBelow && ""}
        >
          <div className="data-table-value relative z-1 flex w-fit max-w-full wrap-anywhere">
            {column.cell(row)}
          </div>
        </td>
      ))}
      {actions && (
        <td {...roles.cell} className="data-table-actions">
          {actions(row)}
        </td>
      )}
    </tr>
  );
}) as <Row>(props: DataRowProps<Row>) => ReactNode;

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
