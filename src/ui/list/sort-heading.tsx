import { Link } from "@tanstack/react-router";
import { ArrowDownIcon, ArrowUpIcon } from "../icons.ts";
import type { Column } from "./column.ts";
import { updateSearch, nextSort, sortDirection } from "./list-search.ts";
import { tableRoles } from "./table-roles.ts";

type SortHeadingProps = {
  column: Omit<Column<never>, "cell">;
  /** The order now, as in the URL. */
  sort: string | undefined;
};

/** A column's heading; a link to the other order where rows can be sorted by it. */
export function SortHeading({ column, sort }: SortHeadingProps) {
  const { key, header, sort: first } = column;
  const direction = sortDirection(sort, key);
  const Arrow = (direction ?? first) === "descending" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <th {...tableRoles.columnHeader} aria-sort={direction} data-hide-below={column.hideBelow}>
      {first ? (
        <Link
          to="."
          search={updateSearch({ sort: nextSort(sort, key, first) })}
          // It never leads to where one is, whatever else the URL holds.
          activeOptions={{ exact: true }}
          resetScroll={false}
          className="sort-link"
        >
          {header}
          <Arrow className="sort-arrow" />
        </Link>
      ) : (
        header
      )}
    </th>
  );
}
