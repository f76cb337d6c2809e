import { CsvError, parse } from "csv-parse";
import { delimiterNames, delimiters, unescapeFormulas, type Delimiter } from "../../csv/format.ts";

/** A row with the number that a spreadsheet shows for it. */
export type CsvRow = { number: number; cells: string[] };

/** The rows in one chunk of text, the chunk's size, and the row that made parsing impossible, if there is one. */
export type RowBatch = { rows: CsvRow[]; bytes: number; broken?: BrokenRow };

/** A row without an end: a quote isn't closed, or the row is too long. `line` is its first line. */
export type BrokenRow = { row: number; line: number; reason: "quote" | "length" };

/** A longer row usually means that a quote isn't closed. */
const maxRowBytes = 1024 * 1024;

/** Parses a CSV file chunk by chunk, without throwing on malformed input. Blank rows are counted and skipped. */
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

/** The number of rows that are compared. */
const comparedRows = 10;

/** Detects the delimiter that splits the first rows of a file into the most columns, equally many in each row. */
export async function detectDelimiter(text: string): Promise<Delimiter> {
  let best: { name: Delimiter; score: number } = { name: "comma", score: 0 };
  for (const name of delimiterNames) {
    const [first = [], ...others] = await readFirstRows(text, name, comparedRows);
    const equal = others.filter(({ length }) => length === first.length).length;
    const score = first.length < 2 ? 0 : first.length * ((1 + equal) / (1 + others.length));
    if (score > best.score) best = { name, score };
  }
  return best.name;
}

/** The cells of the first rows of a text. */
export async function readFirstRows(text: string, delimiter: Delimiter, count: number): Promise<string[][]> {
  const cells: string[][] = [];
  for await (const { rows } of readRows([text], delimiter)) cells.push(...rows.map((row) => row.cells));
  return cells.slice(0, count);
}
