import { exactCountLimit } from "#resource/schema.ts";
import type { Sql } from "#server/database/connect.ts";
import { fetchRows } from "./fetch-rows.ts";
import type { ListRequest } from "./read-page.ts";
import { allMatchesStatement, batchStatement } from "./search.ts";

/** How many rows one statement reads, without and with a search. */
export const defaultBatchSizes = { list: 1_000, search: 5_000 };

/** If fewer than this share of the scanned rows match, the search index is tried. */
const rareShare = 0.02;

/** All records of a list in order and in batches. If a search has few matches, they come from the search index instead. */
export async function* streamBatches<Item>(
  database: Sql,
  { scan: { after: start, ...list }, fetch }: Pick<ListRequest<Item>, "scan" | "fetch">,
  batchSizes: typeof defaultBatchSizes,
): AsyncGenerator<Item[], void> {
  const batchSize = list.matchCondition ? batchSizes.search : batchSizes.list;
  let after = start;
  let hasTriedIndex = !list.matchCondition;
  while (true) {
    const scan = { ...list, after };
    const { rows } = await fetchRows(database, fetch, scan, {
      statement: () => batchStatement(scan, batchSize),
      positionsFrom: batchSize + 1,
    });
    // The extra row is the last one that was scanned, unless the list ended before.
    const lastScanned = rows.at(-1)?.rowNumber === batchSize + 1 ? rows.pop() : undefined;
    if (lastScanned && !hasTriedIndex && rows.length < batchSize * rareShare) {
      hasTriedIndex = true;
      const matches = await fetchRows(database, fetch, scan, {
        statement: () => allMatchesStatement(scan),
        positionsFrom: exactCountLimit + 1,
      });
      if ((matches.extra ?? 0) <= exactCountLimit) {
        yield matches.rows.map(({ item }) => item);
        return;
      }
    }
    yield rows.map(({ item }) => item);
    if (!lastScanned?.position) return;
    after = lastScanned.position;
  }
}
