import { sql, type SQL } from "drizzle-orm";
import { exactCountLimit, type ListTotal, type Page } from "#resource/schema.ts";
import type { Sql } from "#server/database/connect.ts";
import { encodeCursor, type CursorOrder } from "./cursor.ts";
import { type Fetch, fetchRows, type Prepared, type Row } from "./fetch-rows.ts";
import { keysetScan, rowNumber, rowsName, type Scan } from "./keyset-scan.ts";
import { countStatement, scanStatement, searchStatement, type SearchDepth } from "./search.ts";

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
};

/** Reads a page with one statement, or with two or three if its records are searched for. */
export async function readPage<Item>(
  database: Sql,
  request: ListRequest<Item>,
  depth: SearchDepth,
): Promise<Page<Item>> {
  const { scan, limit, fetch, prepared } = request;
  // The extra row shows whether another page follows.
  const count = limit + 1;
  if (!scan.matchCondition) {
    const { rows } = await fetchRows(database, fetch, scan, {
      statement: () =>
        sql`select ${rowsName(scan.table)}.id, ${rowNumber(scan)} from ${keysetScan(scan, count)}`,
      positionsFrom: limit,
      totalStatement: () => request.counterStatement ?? countStatement(scan),
      prepared,
    });
    const total = rows[0]?.total;
    return toPage(request, rows, total ? toTotal(request, total) : await readTotal(database, request));
  }

  const { rows, extra: continues } = await fetchRows(database, fetch, scan, {
    statement: () => scanStatement(scan, count, depth.scanRows),
    positionsFrom: limit,
  });
  if (rows.length === count || continues === undefined) {
    const isComplete = rows.length < count && !scan.after;
    return toPage(request, rows, await readTotal(database, request, isComplete ? rows.length : undefined));
  }
  const mayBeCommon = rows.length > 0;
  const found = await fetchRows(database, fetch, scan, {
    statement: () => searchStatement(scan, count, { ...depth, mayBeCommon }),
    positionsFrom: limit,
  });
  return toPage(request, found.rows, await readTotal(database, request, found.extra));
}

/** @param matches their number, if it is known, at most one more than are counted */
async function readTotal<Item>(
  database: Sql,
  request: ListRequest<Item>,
  matches?: number,
): Promise<ListTotal> {
  const { scan, counterStatement } = request;
  if (counterStatement) return toTotal(request, await readCount(database, counterStatement));
  return toTotal(request, matches ?? (await readCount(database, countStatement(scan))));
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

function toPage<Item>({ order, limit }: ListRequest<Item>, rows: Row<Item>[], total: ListTotal): Page<Item> {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ item }) => item),
    next: last?.position ? encodeCursor(order, last.position) : null,
    total,
  };
}
