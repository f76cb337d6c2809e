import { characterOf, delimiterOf, unescapeFormulas } from "../../csv/format.ts";
import { previewLimits } from "../../csv/import-schema.ts";
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
 * skipped. A line that names the delimiter doesn't count, because spreadsheets don't show it.
 */
export function* readRows(
  texts: Iterable<string>,
  delimiter: string,
  maxRows: number,
): Generator<RowBatch, void> {
  const parser = createRowParser(characterOf(delimiter));
  let number = 0;
  let isFirst = true;
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
      const isDelimiterLine = isFirst && namedDelimiter(cells, delimiter) !== undefined;
      isFirst = false;
      if (isDelimiterLine) continue;
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

/** The delimiter that the first line of a text names, for example `sep=;`. */
export function readDelimiterLine(text: string): string | undefined {
  const [first = []] = createRowParser(",").parse(`${text.slice(0, maxDelimiterLine + 1)}\n\n`);
  return namedDelimiter(first, "comma");
}

/** With quotes, and a tab as spreadsheets or people write it. */
const maxDelimiterLine = '"sep=\\t"'.length;

function namedDelimiter(cells: string[], delimiter: string): string | undefined {
  if (cells.length > 2) return undefined;
  const [, character] = /^sep=(\\t|.)$/i.exec(cells.join(characterOf(delimiter))) ?? [];
  return character && delimiterOf(character === "\\t" ? "\t" : character);
}

/** The first rows of a text that aren't blank. */
export function readFirstRows(text: string, delimiter: string): CsvRow[] {
  return [...readRows([text], delimiter, previewLimits.readRows)].flatMap(({ rows }) => rows);
}
