import { delimiterNames, type Delimiter } from "../../csv/format.ts";
import { previewLimits } from "../../csv/import-schema.ts";
import { readFirstRows, type CsvRow } from "../csv/read-rows.ts";

/** The number of a row's cells that are known names of columns. */
export type CountNames = (cells: string[]) => number;

const isFilled = (cell: string) => cell.trim() !== "";

/**
 * The row in which a table starts below titles and notes: the one with the most known names of columns, or else the first
 * with cells in more than half of the columns, if most rows have equally many.
 */
export function findStart(rows: CsvRow[], countNames: CountNames): CsvRow | undefined {
  const candidates = rows.slice(0, previewLimits.starts);
  const { row, count } = bestHeader(candidates, countNames);
  if (count >= minNames) return row;
  const { width, share } = usualWidth(candidates);
  const isInTable = ({ cells }: CsvRow) => cells.filter(isFilled).length > width / 2;
  return (share > 1 / 2 && candidates.find(isInTable)) || candidates[0];
}

/** Fewer may be a title. */
const minNames = 2;

function bestHeader(rows: CsvRow[], countNames: CountNames): { row?: CsvRow; count: number } {
  let best: { row?: CsvRow; count: number } = { count: 0 };
  for (const row of rows) {
    const count = countNames(row.cells);
    if (count > best.count) best = { row, count };
  }
  return best;
}

/** The most frequent number of cells, if it is more than one, and the share of rows that have it. */
function usualWidth(rows: CsvRow[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  counts.delete(1);
  const [[width, count] = [1, 0]] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return { width, share: count / rows.length };
}

/** Detects the delimiter with which a row has the most known names, or else the most rows have equally many cells. */
export function detectDelimiter(text: string, countNames: CountNames): Delimiter {
  let best: { name: Delimiter; scores: number[] } = { name: "comma", scores: [0, 0, 0] };
  for (const name of delimiterNames) {
    const rows = readFirstRows(text, name).slice(0, previewLimits.starts);
    const { count } = bestHeader(rows, countNames);
    const { width, share } = usualWidth(rows);
    const scores = [count >= minNames ? count : 0, share || 0, width];
    if (isHigher(scores, best.scores)) best = { name, scores };
  }
  return best.name;
}

/** Compares numbers, of which earlier ones are more important. */
function isHigher(scores: number[], others: number[]): boolean {
  const index = scores.findIndex((score, each) => score !== others[each]);
  return index >= 0 && (scores[index] ?? 0) > (others[index] ?? 0);
}
