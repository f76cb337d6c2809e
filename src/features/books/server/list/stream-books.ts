import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { exactCountLimit, type Book, type BookListQuery } from "../../schema.ts";
import { books } from "../../table.ts";
import { positionOf, type Position } from "./list-position.ts";
import { keysetScan, type ScanQuery } from "./keyset-scan.ts";
import { allMatchesStatement, fetchBooks, rowNumber } from "./list-books.ts";
import { matchesTerms, splitTerms } from "./search-conditions.ts";

/** How many rows one statement reads, without and with search terms. */
const defaultBatchSizes = { list: 1_000, search: 5_000 };

/** If fewer than this share of the scanned books match, the search index is tried. */
const rareShare = 0.02;

/** All books of a list in order and in batches. If a search has few matches, they come from the search index instead. */
export async function* streamBooks(
  database: Sql,
  query: BookListQuery,
  batchSizes = defaultBatchSizes,
): AsyncGenerator<Book[], void> {
  const terms = splitTerms(query.searchTerm);
  const batchSize = terms.length > 0 ? batchSizes.search : batchSizes.list;
  let after: Position | undefined;
  let hasTriedIndex = terms.length === 0;
  while (true) {
    const { matches, lastScanned } = await scanBatch(database, { ...query, after }, terms, batchSize);
    if (lastScanned && !hasTriedIndex && matches.length < batchSize * rareShare) {
      hasTriedIndex = true;
      const statement = allMatchesStatement({ ...query, after }, terms);
      const { rows, extra: count = 0 } = await fetchBooks(database, statement);
      if (count <= exactCountLimit) {
        yield rows;
        return;
      }
    }
    yield matches;
    if (!lastScanned) return;
    after = positionOf(query.sort, lastScanned);
  }
}

/** The matches among the next rows of the list, and the last of these rows if the list may continue after it. */
async function scanBatch(
  database: Sql,
  scan: ScanQuery,
  terms: string[],
  batchSize: number,
): Promise<{ matches: Book[]; lastScanned: Book | undefined }> {
  const lastRow = batchSize + 1;
  const { rows, lastRowNumber } = await fetchBooks(
    database,
    sql`
      with scanned as materialized (select *, ${rowNumber(scan)} from ${keysetScan(scan, batchSize)})
      select id, row_number from scanned as book where ${matchesTerms(books.searchText, terms)}
      union all
      select id, ${lastRow} from scanned where row_number = ${batchSize}`,
  );
  const lastScanned = lastRowNumber === lastRow ? rows.pop() : undefined;
  return { matches: rows, lastScanned };
}
