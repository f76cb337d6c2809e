import { getTableName, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/** The approximate number of table pages in a sample. */
const samplePages = 600;

/** An estimate may be this many standard deviations too high, which is less likely than one in a million. */
const deviations = 5;

/** In a table with fewer pages than this the search index is fast enough without a sample. */
const minTablePages = 4 * samplePages;

/**
 * An SQL expression that estimates from a random sample of table pages whether more than `limit` rows meet a condition.
 * True is certain; false may be wrong up to a few times the limit (docs/decisions/0013).
 */
export function certainlyExceeds(table: PgTable, limit: number, condition: SQL): SQL {
  const pages = sql`pg_relation_size(${`"${getTableName(table)}"`}::regclass) / current_setting('block_size')::float`;
  const share = sql`case when ${pages} < ${minTablePages} then 0 else ${samplePages} / (${pages}) end`;
  // Counted by page, since the database samples whole pages and similar rows may be stored together.
  return sql`(
    select coalesce((sum(matches) - ${deviations} * sqrt(sum(matches * matches))) / (${share}), 0) > ${limit}
    from (
      select count(*) as matches from ${table} tablesample system (100 * (${share}))
      where ${condition} group by (${table}.ctid::text::point)[0]
    ) as page
  )`;
}
