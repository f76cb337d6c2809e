import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { ArrowDownIcon, ArrowUpIcon } from "../icons.ts";
import { nextSort, sortDirection, updateSearch } from "./list-search.ts";
import { hiddenBelow, roles, type Column, type Order } from "./table-parts.ts";

type ColumnHeaderProps = {
  column: Omit<Column<never>, "cell">;
  /** The current order, as in the URL. */
  sort: string | undefined;
};

/** A column's header: a link for each order that it offers. */
export function ColumnHeader({ column, sort }: ColumnHeaderProps) {
  const { key, header, sort: firstDirection, otherOrders = [], width, isNumeric, hideBelow } = column;
  const orders = firstDirection ? [{ key, header, sort: firstDirection }, ...otherOrders] : [];
  const directions = orders.map((order) => sortDirection(sort, order.key));
  return (
    <th
      {...roles.columnHeader}
      aria-sort={directions.find((direction) => direction)}
      data-numeric={isNumeric || undefined}
      className={`max-md:whitespace-nowrap ${hideBelow ? hiddenBelow[hideBelow] : ""}`}
      style={{ "--column-width": width } as CSSProperties}
    >
      {orders.length === 0 && header}
      {orders.map((order) => (
        <SortLink key={order.key} order={order} sort={sort} />
      ))}
    </th>
  );
}

function SortLink({ order, sort }: { order: Order; sort: string | undefined }) {
  const { key, header, sort: firstDirection } = order;
  const direction = sortDirection(sort, key);
  const Arrow = (direction ?? firstDirection) === "descending" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <Link
      to="."
      search={updateSearch({ sort: nextSort(sort, key, firstDirection) })}
      // Without `exact`, the router would mark every header as the current page.
      activeOptions={{ exact: true }}
      resetScroll={false}
      className={`sort-link group inline-flex min-h-control items-center gap-1 rounded-control not-first:ms-4 hover:text-foreground ${direction ? "font-semibold text-foreground" : ""}`}
    >
      {header}
      <Arrow
        className={`size-4 shrink-0 ${direction ? "" : "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60 max-md:hidden"}`}
      />
    </Link>
  );
}
