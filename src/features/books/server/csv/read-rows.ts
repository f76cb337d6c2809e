import { CsvError, parse } from "csv-parse";
import { unescapeFormulas } from "#features/books/csv/formulas.ts";
import { delimiters, type Delimiter } from "#features/books/csv/delimiters.ts";

/** A row, with the number that a spreadsheet shows for it. */
export type CsvRow = { number: number; cells: string[] };

/** Rows that were read together; `broken` where the file can't be read on, and how many `bytes` of it were. */
export type RowBatch = { rows: CsvRow[]; bytes: number; broken?: BrokenRow };

/** A row that has no end, because of a quote that is never closed or because it is none: its number and first line. */
export type BrokenRow = { row: number; line: number; reason: "quote" | "length" };

/** A row that has more bytes than this is none: somewhere a quote was not closed. */
const largestRow = 1024 * 1024;

/**
 * Reads the rows of a CSV file piece by piece, whatever it holds: rows of different lengths, quoted line breaks, every
 * kind of line break. Blank rows are left out, and count. It throws nothing.
 */
export async function* readRows(texts: Iterable<string>, delimiter: Delimiter): AsyncGenerator<RowBatch> {
  let rows: CsvRow[] = [];
  let number = 0;
  let line = 0;
  const parser = parse({
    delimiter: delimiters[delimiter],
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: largestRow,
    // Taken here, so that none waits in the stream and is lost with it where the file is broken.
    on_record(cells: string[], context) {
      number += 1;
      line = context.lines;
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ number, cells: cells.map(unescapeFormulas) });
      return null;
    },
  });
  // It is thrown where it is awaited.
  parser.on("error", () => undefined).resume();

  function take(bytes: number, error: Error | null | undefined): RowBatch {
    const piece = { rows, bytes };
    rows = [];
    if (!error) return piece;
    if (!(error instanceof CsvError)) throw error;
    const reason = error.code === "CSV_QUOTE_NOT_CLOSED" ? "quote" : "length";
    return { ...piece, broken: { row: number + 1, line: line + 1, reason } };
  }

  for (const text of texts) {
    const bytes = Buffer.from(text);
    const error = await new Promise<Error | null | undefined>((resolve) => {
      parser.write(bytes, resolve);
    });
    const piece = take(bytes.byteLength, error);
    yield piece;
    if (piece.broken) return;
  }
  const error = await new Promise<Error | undefined>((resolve) => {
    parser
      .once("error", resolve)
      .once("end", () => resolve(undefined))
      .end();
  });
  yield take(0, error);
}
