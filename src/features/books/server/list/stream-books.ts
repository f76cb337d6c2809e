import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { exactCountLimit, type Book, type BookListQuery } from "#features/books/schema.ts";
import { books } from "#features/books/table.ts";
import { positionOf, type Position } from "./cursor.ts";
import { rowNumber, fetchBooks, sortMatches } from "./list-books.ts";
import { matchesTerms, splitTerms } from "./search-conditions.ts";
import { type ScanQuery, keysetScan } from "./keyset-scan.ts";

/** How many books a statement reads, and of how many it looks for words. */
const defaultSteps = { read: 1_000, lookedAt: 5_000 };

/** Where fewer than this share of the books have the words, it is worth asking the index how many do. */
const rareShare = 0.02;

/**
 * All books of a list in its order, part by part, as somebody asks for them. Each statement reads a bounded number of
 * rows, at any depth: it walks on the list's index, and looks for a search's words on the way. Words that are rare there
 * are looked up in the index of trigrams instead, where they are few enough.
 */
export async function* streamBooks(
  database: Sql,
  list: BookListQuery,
  steps = defaultSteps,
): AsyncGenerator<Book[], void> {
  const words = splitTerms(list.searchTerm);
  if (words.length === 0) yield* walkThrough(database, list, steps.read);
  else yield* searchThrough(database, list, words, steps);
}

async function* walkThrough(database: Sql, list: BookListQuery, size: number): AsyncGenerator<Book[]> {
  let after: Position | undefined;
  while (true) {
    const from: ScanQuery = { ...list, after };
    const { found } = await fetchBooks(
      database,
      sql`select book.id, ${rowNumber(from)} from ${keysetScan(from, size)}`,
    );
    yield found;
    const last = found.at(-1);
    if (!last || found.length < size) return;
    after = positionOf(list.sort, last);
  }
}

async function* searchThrough(
  database: Sql,
  list: BookListQuery,
  words: string[],
  steps: typeof defaultSteps,
): AsyncGenerator<Book[]> {
  let after: Position | undefined;
  let isIndexAsked = false;
  while (true) {
    const { found, last } = await lookOn(database, { ...list, after }, words, steps.lookedAt);
    const isRare = found.length < steps.lookedAt * rareShare;
    if (last && isRare && !isIndexAsked) {
      isIndexAsked = true;
      const hits = await fetchBooks(database, sortMatches({ ...list, after }, words));
      if ((hits.note ?? 0) <= exactCountLimit) {
        yield hits.found;
        return;
      }
    }
    yield found;
    if (!last) return;
    after = positionOf(list.sort, last);
  }
}

/** Those of the next books that have the words, and the last that was looked at, if the list may go on behind it. */
async function lookOn(
  database: Sql,
  list: ScanQuery,
  words: string[],
  size: number,
): Promise<{ found: Book[]; last: Book | undefined }> {
  const behind = size + 1;
  const { found, lastPlace } = await fetchBooks(
    database,
    sql`
      with looked_at as materialized (select *, ${rowNumber(list)} from ${keysetScan(list, size)})
      select id, place from looked_at as book where ${matchesTerms(books.searchText, words)}
      union all
      select id, ${behind} from looked_at where place = ${size}`,
  );
  const last = lastPlace === behind ? found.pop() : undefined;
  return { found, last };
}
