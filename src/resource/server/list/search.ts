import { and, eq, sql, type SQL } from "drizzle-orm";
import { exactCountLimit } from "#resource/schema.ts";
import {
  follows,
  keysetScan,
  orderBy,
  rowNumber,
  rowsName,
  scannedCondition,
  scanOrder,
  type Scan,
} from "./keyset-scan.ts";
import { certainlyExceeds } from "./table-sample.ts";

/** How many rows a search scans before it uses the search index (docs/decisions/0013). */
export const defaultSearchDepth = {
  /** Rows that are scanned first, in the list's order: common terms fill a page there. */
  scanRows: 5_000,
  /** Terms are common if more rows than this match them. */
  commonFrom: exactCountLimit,
  /** Rows that are scanned for common terms. */
  commonScanRows: 50_000,
};

export type SearchDepth = typeof defaultSearchDepth;

/** The first `count` matches among the next `limit` rows of the list, and an extra row if the list continues after them. */
export function scanStatement(scan: Scan, count: number, limit: number): SQL {
  return sql`(
    ${matchesInOrder(scan, limit)} limit ${count}
  ) union all (
    select null, 0 from ${keysetScan(scan, limit + 1)} offset ${limit}
  ) limit ${count}`;
}

/**
 * The first `count` matches, which the first scan didn't find, and an extra row with the number of matches, at most one
 * more than are counted. Common terms get a longer scan; if that doesn't find enough either, all matches come from the
 * search index and are sorted.
 */
export function searchStatement(
  scan: Scan,
  count: number,
  { commonFrom, commonScanRows, mayBeCommon }: SearchDepth & { mayBeCommon: boolean },
): SQL {
  const isCommon = mayBeCommon ? certainlyExceeds(scan.table, commonFrom, matchCondition(scan)) : sql`false`;
  const isFull = sql`(select count(*) from scanned) = ${count}`;
  return sql`
    with scanned as materialized (${matchesInOrder(scan, commonScanRows, isCommon)} limit ${count}),
    match as materialized (${matchesWithSortKeys(scan)} and not ${isFull})
    (select id, row_number from scanned where ${isFull})
    union all (${sortedMatches(scan, count)})
    union all (select null, case when ${isFull} then ${exactCountLimit + 1} else (select count(*) from match) end)`;
}

/**
 * All matches in order, if there are at most `exactCountLimit`, and an extra row with their number. If there are more, the
 * number is one more than that and the matches are incomplete.
 */
export function allMatchesStatement(scan: Scan): SQL {
  return sql`
    with every_match as materialized (${matchesWithSortKeys(scan)}),
    match as materialized (select * from every_match limit ${exactCountLimit + 1})
    (${sortedMatches(scan, exactCountLimit)})
    union all
    (select null, count(*) from match)`;
}

/** The matches among the next `batchSize` rows of the list, and an extra row that refers to the last of these rows. */
export function batchStatement(scan: Scan, batchSize: number): SQL {
  return sql`
    with scanned as materialized (select *, ${rowNumber(scan)} from ${keysetScan(scan, batchSize)})
    select id, row_number from scanned as ${rowsName(scan.table)} where ${scan.matchCondition ?? sql`true`}
    union all
    select id, ${batchSize + 1} from scanned where row_number = ${batchSize}`;
}

/** Selects the number of matches as `count`, at most one more than are counted. */
export function countStatement(scan: Scan): SQL {
  const limit = exactCountLimit + 1;
  return sql`
    with match as materialized (select from ${scan.table} where ${indexedMatchCondition(scan)})
    select case when ${certainlyExceeds(scan.table, exactCountLimit, matchCondition(scan))} then ${limit} else (
      select count(*) from (select from match limit ${limit}) as counted
    ) end as count`;
}

function matchesInOrder(scan: Scan, limit: number, condition?: SQL): SQL {
  const name = rowsName(scan.table);
  return sql`select ${name}.id, row_number from (select *, ${rowNumber(scan)} from ${keysetScan(scan, limit)}) as ${name}
    where ${and(condition, scan.matchCondition) ?? sql`true`} order by ${scanOrder(scan)}`;
}

function matchesWithSortKeys(scan: Scan): SQL {
  const columns = scan.keys.map(({ key }, index) => sql`${key} as ${sortKeyAlias(index)}`);
  const { related } = scan;
  const join = related ? sql`inner join ${related.id.table} on ${eq(related.id, related.reference)}` : sql``;
  return sql`select ${scan.table.id}, ${sql.join(columns, sql`, `)} from ${scan.table} ${join}
    where ${indexedMatchCondition(scan)}`;
}

/** The rows of the CTE `match` that follow the scan's position, in order. */
function sortedMatches(scan: Scan, limit: number): SQL {
  const keys = scan.keys.map((_, index) => sortKeyAlias(index));
  const condition = scan.after ? follows(scan, keys, scan.after) : sql`true`;
  return sql`select id, row_number() over (order by ${orderBy(keys, scan.direction)}) as row_number
    from match where ${condition} order by row_number limit ${limit}`;
}

const sortKeyAlias = (index: number) => sql.raw(`key_${index}`);

/** The condition that the list contains a record and that the record matches. */
function matchCondition(scan: Scan): SQL {
  return and(scan.matchCondition, scannedCondition(scan)) ?? sql`true`;
}

/**
 * The same condition for the search indexes. It belongs in a MATERIALIZED query without LIMIT: with one, the planner
 * prefers to read rows one by one, because it expects to reach the limit soon.
 */
function indexedMatchCondition(scan: Scan): SQL {
  return and(matchCondition(scan), scan.indexCondition) ?? sql`true`;
}
