import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable: the direction that its header sorts by first. */
  sort?: "ascending" | "descending";
  /**
   * In a table, for example "18%" or "10rem". If columns have widths, the first one gets the rest, and no width depends
   * on the rows.
   */
  width?: string;
  /** Hidden on narrower screens. Below `md` rows are cards, and screen readers still read hidden cells. */
  hideBelow?: "md" | "lg" | "xl";
  /** On narrower screens, its cell is below the row's name instead of in a column. */
  foldBelow?: "lg" | "xl";
};

/** Explicit roles: browsers drop the implicit ones when the style sheet changes `display`. */
export const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader", scope: "col" },
  rowHeader: { role: "rowheader", scope: "row" },
  cell: { role: "cell" },
} as const;
