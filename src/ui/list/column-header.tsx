import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { ArrowDownIcon, ArrowUpIcon } from "../icons.ts";
import { nextSort, sortDirection, updateSearch } from "./list-search.ts";
import { hiddenBelow, roles, type Column } from "./table-parts.ts";

type ColumnHeaderProps = {
  column: Omit<Column<never>, "cell">;
  /** The current order, as in the URL. */
  sort: string | undefined;
};

/** A column's header: a link that sorts by it, if it can be sorted. */
export function ColumnHeader({ column, sort }: ColumnHeaderProps) {
  const { key, header, sort: firstDirection, width, isNumeric, hideBelow } = column;
  const direction = sortDirection(sort, key);
  const Arrow = (direction ?? firstDirection) === "descending" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th
      {...roles.columnHeader}
      aria-sort={direction}
      data-numeric={isNumeric || undefined}
      className={hideBelow && hiddenBelow[hideBelow]}
      style={{ "--column-width": width } as CSSProperties}
    >
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
