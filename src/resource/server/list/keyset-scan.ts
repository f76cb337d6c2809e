import { and, getTableName, type Placeholder, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Direction } from "#resource/schema.ts";
import type { Position } from "./cursor.ts";
import type { Filter } from "./filters.ts";
import type { Related, SortKey } from "./sorts.ts";

export type ListTable = PgTable & { id: AnyPgColumn };

/** Values of a position, or the placeholders for them. */
type ScanPosition = readonly (Position[number] | Placeholder)[];

/** A list in an order, from a position on, as its statements need it. */
export type Scan = {
  table: ListTable;
  /** The last key is the id. */
  keys: SortKey[];
  related: Related | undefined;
  direction: Direction;
  after: ScanPosition | undefined;
  /** The filter whose column the index of the order begins with. */
  filter: { filter: Filter; value: unknown } | undefined;
  /** The condition of the search terms and of the other filters; undefined if there are none. */
  matchCondition: SQL | undefined;
  /** Implied by `matchCondition`, and has an index. */
  indexCondition: SQL | undefined;
};

/** At most `limit` rows that follow a position in a list, for a FROM clause, under the table's name (docs/decisions/0012). */
export function keysetScan(scan: Scan, limit: number): SQL {
  return scan.related ? scanByRelated(scan, scan.related, limit) : scanTable(scan, limit);
}

/** ORDER BY for the rows of a `keysetScan`. */
export function scanOrder({ table, related, direction }: Scan): SQL {
  const keysWithinRelated = related ? [related.reference, related.text] : [];
  return orderBy([sql`${rowsName(table)}.sort_key`, ...keysWithinRelated, table.id], direction);
}

/** Each row's number in the order of a `keysetScan`, from 1. */
export function rowNumber(scan: Scan): SQL {
  return sql`row_number() over (order by ${scanOrder(scan)}) as row_number`;
}

/** The condition of the scan's filter. */
export function scannedCondition({ filter }: Scan): SQL | undefined {
  return filter?.filter.matches(filter.filter.column, filter.value);
}

/** The rows of a `keysetScan` have the table's name, so that its columns refer to them. */
export function rowsName(table: PgTable): SQL {
  return sql`${sql.identifier(getTableName(table))}`;
}

/** The comparison that keys follow a position. */
export function follows({ keys, direction }: Scan, own: SQL[], position: ScanPosition): SQL {
  const values = keys.map(({ parse }, index) => parse(sql`${position[index]}`));
  return sql`(${list(own)}) ${afterOperator(direction)} (${list(values)})`;
}

export function orderBy(keys: unknown[], direction: Direction): SQL {
  return list(keys.map((key) => (direction === "ascending" ? sql`${key}` : sql`${key} desc`)));
}

/** The operator that compares sort keys with the position before them. */
function afterOperator(direction: Direction): SQL {
  return direction === "ascending" ? sql`>` : sql`<`;
}

function list(values: SQL[]): SQL {
  return sql.join(values, sql`, `);
}

/** A limit that the planner knows also for a prepared statement. */
function constant(limit: number): SQL {
  return sql.raw(String(limit));
}

function scanTable(scan: Scan, limit: number): SQL {
  const { table, direction, after } = scan;
  const keys = scan.keys.map(({ key }) => key);
  const condition = and(scannedCondition(scan), after && follows(scan, keys, after));
  return sql`(
    select *, ${keys[0]} as sort_key from ${table}
    where ${condition ?? sql`true`} order by ${orderBy(keys, direction)} limit ${constant(limit)}
  ) as ${rowsName(table)}`;
}

/** Scans the related rows by name and the records of each by their text. Related rows after the last record are not scanned. */
function scanByRelated(scan: Scan, { name, id, reference, text }: Related, limit: number): SQL {
  const { table, filter, direction, after } = scan;
  const operator = afterOperator(direction);
  const [afterName, afterRelatedId, afterText, afterId] = scan.keys.map(({ parse }, index) =>
    parse(sql`${after?.[index]}`),
  );
  // No text sorts before this one, so later related rows are read from their beginning.
  const firstText = direction === "ascending" ? sql`''` : sql`U&'\\FFFF'`;
  const recordCondition =
    after &&
    sql`(${text}, ${table.id}) ${operator}
      (case when ${id} = ${afterRelatedId} then ${afterText} else ${firstText} end, ${afterId})`;
  const relatedCondition = and(
    filter?.filter.matches(id, filter.value),
    after && sql`(${name}, ${id}) ${operator}= (${afterName}, ${afterRelatedId})`,
  );
  return sql`(
    select ${rowsName(table)}.*, ${name} as sort_key from ${id.table} cross join lateral (
      select * from ${table} where ${and(sql`${reference} = ${id}`, recordCondition)}
      order by ${orderBy([text, table.id], direction)} limit ${constant(limit)}
    ) as ${rowsName(table)}
    where ${relatedCondition ?? sql`true`}
    order by ${orderBy([name, id, text, table.id], direction)} limit ${constant(limit)}
  ) as ${rowsName(table)}`;
}
