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

/**
 * How many rows a search scans, in the list's order, before it uses the search index: common terms fill a page there
 * (docs/decisions/0013).
 */
export const defaultScanRows = 5_000;

/** The first `count` matches among the next `limit` rows of the list, and an extra row if the list continues after them. */
export function scanStatement(scan: Scan, count: number, limit: number): SQL {
  const name = rowsName(scan.table);
  return sql`(
    select ${name}.id, row_number from (select *, ${rowNumber(scan)} from ${keysetScan(scan, limit)}) as ${name}
    where ${scan.matchCondition ?? sql`true`} order by ${scanOrder(scan)} limit ${count}
  ) union all (
    select null, 0 from ${keysetScan(scan, limit + 1)} offset ${limit}
  ) limit ${count}`;
}

/** The first `count` matches in order, from the search index, and an extra row with the number of all matches. */
export function searchStatement(scan: Scan, count: number): SQL {
  return sql`
    with match as materialized (${matchesWithSortKeys(scan)})
    (${sortedMatches(scan, count)})
    union all
    (select null, count(*) from match)`;
}

/** Selects the number of matches as `count`, at most one more than are counted. */
export function countStatement(scan: Scan): SQL {
  return sql`
    with match as materialized (select from ${scan.table} where ${indexedMatchCondition(scan)})
    select count(*) as count from (select from match limit ${exactCountLimit + 1}) as counted`;
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

/**
 * The condition that the list contains a record and that the record matches, for the search indexes. It belongs in a
 * MATERIALIZED query without LIMIT: with one, the planner prefers to read rows one by one, because it expects to reach the
 * limit soon.
 */
function indexedMatchCondition(scan: Scan): SQL {
  return and(scan.matchCondition, scannedCondition(scan), scan.indexCondition) ?? sql`true`;
}
