import type { ReactNode } from "react";

/** An order of a list. */
export type Order = {
  key: string;
  header: string;
  /** The direction that the header sorts by first. */
  sort: "ascending" | "descending";
};

export type Column<Row> = Omit<Order, "sort"> & {
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sort?: Order["sort"];
  /** Other orders that the header offers, if the cells show several fields. */
  otherOrders?: readonly Order[];
  /**
   * In a table, for example "18%" or "10rem". If columns have widths, the first one gets the rest, and no width depends
   * on the rows.
   */
  width?: string;
  /** Numbers end below each other in a table, so that they can be compared by their length. */
  isNumeric?: boolean;
  /** Hidden on narrower screens. Below `md` rows are cards, and screen readers still read hidden cells. */
  hideBelow?: "md" | "lg" | "xl";
};

/** The classes of cells with a checkbox, and of those with actions. */
export const selectCell = "md:w-[calc(var(--checkbox-width)+0.25rem)] md:p-0 md:ps-1";
export const actionsCell = "md:w-[1%] md:p-0 md:pe-2";

/** The classes of a column's cells by its `hideBelow`. */
export const hiddenBelow = {
  md: "",
  lg: "md:max-lg:hidden",
  xl: "md:max-xl:hidden",
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
