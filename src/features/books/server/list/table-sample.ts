import { sql, type SQL } from "drizzle-orm";
import { books } from "#features/books/table.ts";

/** How many of the table's pages a sample has, about. */
const samplePages = 600;

/** By how many of its standard deviations an estimate may be too high: less than one in a million is. */
const doubt = 5;

/** Of a table with fewer pages than this a sample isn't worth reading: the index knows soon. */
const worthwhilePages = 4 * samplePages;

/**
 * Whether there are more books than a limit, as far as a sample of the table's pages leaves no doubt of it: true only
 * where there are, and false for up to some times the limit. It costs the same for any number of books.
 *
 * The database draws each page by itself, so that books of a kind that lie together count as the chance that they are.
 * @param condition which books
 */
export function certainlyExceeds(limit: number, condition: SQL): SQL {
  const pages = sql`pg_relation_size('book') / current_setting('block_size')::float`;
  const share = sql`case when ${pages} < ${worthwhilePages} then 0 else ${samplePages} / (${pages}) end`;
  return sql`(
    select coalesce((sum(drawn) - ${doubt} * sqrt(sum(drawn * drawn))) / (${share}), 0) > ${limit}
    from (
      select count(*) as drawn from ${books} tablesample system (100 * (${share}))
      where ${condition} group by (${books}.ctid::text::point)[0]
    ) as page
  )`;
}
