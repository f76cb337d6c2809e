import { delimiterNames, type Delimiter } from "../../csv/delimiters.ts";
import { readRows } from "./read-rows.ts";

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
