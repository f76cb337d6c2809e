import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Rows can be sorted by it: the direction that its heading begins with. */
  sort?: "ascending" | "descending";
  /** On narrower screens it is not seen. Below `md` rows are cards, whose hidden cells screen readers still have. */
  hideBelow?: "md" | "lg" | "xl";
};
