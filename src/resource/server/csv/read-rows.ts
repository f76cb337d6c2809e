import { delimiterNames, delimiters, unescapeFormulas, type Delimiter } from "../../csv/format.ts";
import { createRowParser } from "./row-parser.ts";

/** A row with the number that a spreadsheet shows for it. */
export type CsvRow = { number: number; cells: string[] };

/** Some rows, how many bytes were read for them, and the row at which reading ended, if it did. */
export type RowBatch = { rows: CsvRow[]; bytes: number; unread?: UnreadRow };

/** A row that isn't read: a quote isn't closed, it is too long, or there are too many. `line` is its first line. */
export type UnreadRow = { row: number; line: number; reason: "quote" | "length" | "count" };

/** Requests have their turn between batches. */
const maxBatchRows = 250;

/**
 * Reads at most `maxRows` rows of a CSV file in batches, without throwing on malformed input. Blank rows count, and are
 * skipped.
 */
export function* readRows(
  texts: Iterable<string>,
  delimiter: Delimiter,
  maxRows: number,
): Generator<RowBatch, void> {
  const parser = createRowParser(delimiters[delimiter]);
  let number = 0;
  const rows: CsvRow[] = [];
  const takeBatch = (bytes: number): RowBatch => ({ rows: rows.splice(0), bytes });
  const takeLastBatch = (reason: UnreadRow["reason"]): RowBatch => {
    const unread = { row: number + 1, line: parser.unfinished().line, reason };
    return { ...takeBatch(0), unread };
  };
  function* parse() {
    for (const text of texts) yield { parsed: parser.parse(text), bytes: Buffer.byteLength(text) };
    yield { parsed: parser.end(), bytes: 0 };
  }

  for (const { parsed, bytes } of parse()) {
    for (const cells of parsed) {
      if (number === maxRows) return yield takeLastBatch("count");
      number += 1;
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ number, cells: cells.map(unescapeFormulas) });
      if (rows.length === maxBatchRows) yield takeBatch(0);
    }
    if (parser.unfinished().isTooLong) return yield takeLastBatch("length");
    yield takeBatch(bytes);
  }
  if (parser.unfinished().isInQuotes) yield takeLastBatch("quote");
}

/** The number of rows that are compared. */
const comparedRows = 10;

/** Detects the delimiter that splits the first rows of a file into the most columns, equally many in each row. */
export function detectDelimiter(text: string): Delimiter {
  let best: { name: Delimiter; score: number } = { name: "comma", score: 0 };
  for (const name of delimiterNames) {
    const [first = [], ...others] = readFirstRows(text, name, comparedRows);
    const equal = others.filter(({ length }) => length === first.length).length;
    const score = first.length < 2 ? 0 : first.length * ((1 + equal) / (1 + others.length));
    if (score > best.score) best = { name, score };
  }
  return best.name;
}

/** How many rows are read to find the first ones that aren't blank. */
const maxFirstRows = 1_000;

/** The cells of the first rows of a text. */
export function readFirstRows(text: string, delimiter: Delimiter, count: number): string[][] {
  const batches = [...readRows([text], delimiter, maxFirstRows)];
  return batches.flatMap(({ rows }) => rows.map(({ cells }) => cells)).slice(0, count);
}
