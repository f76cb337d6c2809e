import { CsvError, parse } from "csv-parse";
import { delimiters, type Delimiter } from "../../csv/delimiters.ts";
import { unescapeFormulas } from "../../csv/formulas.ts";

/** A row with the number that a spreadsheet shows for it. */
export type CsvRow = { number: number; cells: string[] };

/** The rows in one chunk of text, the chunk's size, and the row that made parsing impossible, if there is one. */
export type RowBatch = { rows: CsvRow[]; bytes: number; broken?: BrokenRow };

/** A row without an end: a quote isn't closed, or the row is too long. `line` is its first line. */
export type BrokenRow = { row: number; line: number; reason: "quote" | "length" };

/** A longer row usually means that a quote isn't closed. */
const maxRowBytes = 1024 * 1024;

/**
 * Parses the rows of a CSV file chunk by chunk, whatever it contains: rows of different lengths, quoted line breaks, any
 * kind of line break. Blank rows are counted and left out. It never throws on malformed input.
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
    max_record_size: maxRowBytes,
    // Collected here, because rows that wait in the stream are lost when parsing fails.
    on_record(cells: string[], context) {
      number += 1;
      line = context.lines;
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ number, cells: cells.map(unescapeFormulas) });
      return null;
    },
  });
  // The callbacks below get the error.
  parser.on("error", () => undefined).resume();

  function takeBatch(bytes: number, error: Error | null | undefined): RowBatch {
    const batch = { rows, bytes };
    rows = [];
    if (!error) return batch;
    if (!(error instanceof CsvError)) throw error;
    const reason = error.code === "CSV_QUOTE_NOT_CLOSED" ? "quote" : "length";
    return { ...batch, broken: { row: number + 1, line: line + 1, reason } };
  }

  for (const text of texts) {
    const bytes = Buffer.from(text);
    const error = await new Promise<Error | null | undefined>((resolve) => {
      parser.write(bytes, resolve);
    });
    const batch = takeBatch(bytes.byteLength, error);
    yield batch;
    if (batch.broken) return;
  }
  const error = await new Promise<Error | undefined>((resolve) => {
    parser
      .once("error", resolve)
      .once("end", () => resolve(undefined))
      .end();
  });
  yield takeBatch(0, error);
}
