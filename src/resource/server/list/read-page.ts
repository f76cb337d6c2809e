import { sql, type SQL } from "drizzle-orm";
import { exactCountLimit, type ListTotal, type Page } from "#resource/schema.ts";
import type { Sql } from "#server/database/connect.ts";
import { encodeCursor, type CursorOrder, type Position } from "./cursor.ts";
import { type Fetch, fetchRows, type Prepared, type Row } from "./fetch-rows.ts";
import { keysetScan, rowNumber, rowsName, type Scan } from "./keyset-scan.ts";
import { countStatement, scanStatement, searchStatement } from "./search.ts";

/** A query of a list, as its statements need it. */
export type ListRequest<Item> = {
  scan: Scan;
  /** The number of records on a page. */
  limit: number;
  order: CursorOrder;
  /** Selects the number of records from the counters that the database maintains, as `count`, if they count them. */
  counterStatement: SQL | undefined;
  fetch: Fetch<Item>;
  /** Of a page of the whole list: its statement differs by order and position only. */
  prepared: Prepared | undefined;
  /** How many rows a search scans before it uses the search index. */
  scanRows: number;
};

/** Reads a page with one statement, or with two or three if its records are searched for. */
export async function readPage<Item>(database: Sql, request: ListRequest<Item>): Promise<Page<Item>> {
  const { order, counterStatement } = request;
  const { items, next, count } = await readItems(database, request, true);
  const counted = count ?? (await readCount(database, counterStatement ?? countStatement(request.scan)));
  return { items, next: next ? encodeCursor(order, next) : null, total: toTotal(request, counted) };
}

/** How many records of a whole list one statement reads. */
export const defaultBatchSize = 1_000;

/** All records of a list in order and in batches. */
export async function* streamBatches<Item>(
  database: Sql,
  request: ListRequest<Item>,
): AsyncGenerator<Item[], void> {
  let after = request.scan.after;
  do {
    const scan = { ...request.scan, after };
    const { items, next } = await readItems(database, { ...request, scan }, false);
    yield items;
    after = next ?? undefined;
  } while (after);
}

/** The records of a page, and the position after which the next one begins. */
type Part<Item> = {
  items: Item[];
  next: Position | null | undefined;
  /** The number of all records, if it is known, or at most one more than are counted. */
  count?: number | undefined;
};

async function readItems<Item>(
  database: Sql,
  { scan, limit, fetch, prepared, counterStatement, scanRows }: ListRequest<Item>,
  isCounted: boolean,
): Promise<Part<Item>> {
  // The extra row shows whether another page follows.
  const count = limit + 1;
  const read = (statement: () => SQL) =>
    fetchRows(database, fetch, scan, { statement, positionsFrom: limit });
  if (!scan.matchCondition) {
    const { rows } = await fetchRows(database, fetch, scan, {
      statement: () =>
        sql`select ${rowsName(scan.table)}.id, ${rowNumber(scan)} from ${keysetScan(scan, count)}`,
      positionsFrom: limit,
      totalStatement: isCounted ? () => counterStatement ?? countStatement(scan) : undefined,
      prepared,
    });
    const isEmpty = rows.length === 0 && !scan.after;
    return { ...toPart(rows, limit), count: isEmpty ? 0 : (rows[0]?.total ?? undefined) };
  }
  const scanned = await read(() => scanStatement(scan, count, scanRows));
  const { length } = scanned.rows;
  if (length === count) return toPart(scanned.rows, limit);
  // The list ended before.
  if (scanned.extra === undefined)
    return { ...toPart(scanned.rows, limit), count: scan.after ? undefined : length };
  const found = await read(() => searchStatement(scan, count));
  return { ...toPart(found.rows, limit), count: found.extra };
}

function toPart<Item>(rows: Row<Item>[], limit: number): Part<Item> {
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? page.at(-1)?.position : undefined;
  return { items: page.map(({ item }) => item), next };
}

/** The result of `counterStatement` or `countStatement`. */
function toTotal<Item>({ counterStatement }: ListRequest<Item>, count: number): ListTotal {
  if (counterStatement) return { count, isExact: true };
  return { count: Math.min(count, exactCountLimit), isExact: count <= exactCountLimit };
}

async function readCount(database: Sql, statement: SQL): Promise<number> {
  const { rows } = await database.execute<{ count: string }>(statement);
  return Number(rows[0]?.count);
}
