import { delimiterNames, type Delimiter } from "#features/books/csv/delimiters.ts";
import { readRows } from "./read-rows.ts";

/** Of the beginning of a file, the first rows, cut where the beginning ends. */
export async function readFirstRows(text: string, delimiter: Delimiter, count: number): Promise<string[][]> {
  const found: string[][] = [];
  for await (const { rows } of readRows([text], delimiter)) found.push(...rows.map(({ cells }) => cells));
  return found.slice(0, count);
}

/** How many rows are compared. */
const compared = 10;

/** What stands between the cells of a file: that by which its first rows have several cells, all equally many. */
export async function detectDelimiter(text: string): Promise<Delimiter> {
  let best: { name: Delimiter; score: number } = { name: "comma", score: 0 };
  for (const name of delimiterNames) {
    const [first = [], ...others] = await readFirstRows(text, name, compared);
    const alike = others.filter(({ length }) => length === first.length).length;
    const score = first.length < 2 ? 0 : first.length * ((1 + alike) / (1 + others.length));
    if (score > best.score) best = { name, score };
  }
  return best.name;
}
