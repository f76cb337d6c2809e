/*
 * What a spreadsheet takes for a formula, at the beginning of a cell. A file may be opened with another separator than
 * it was written with, so what stands after any of them may be the beginning of a cell as well. Quotes before it are
 * skipped: some are taken away by reading, and others stand there because such a text was made safe before.
 */
const begins = String.raw`(?<=^|[,;\t\r\n])`;
const formula = String.raw`(?=["']*[=+\-@\t\r\n＝＋－＠])`;
const unsafe = new RegExp(begins + formula, "g");
const madeSafe = new RegExp(`${begins}'${formula}`, "g");

/** A text as a cell that no spreadsheet runs: `'` stands before what looks like a formula. */
export function escapeFormulas(text: string): string {
  return text.replaceAll(unsafe, "'");
}

/** The text in a cell: exactly what `escapeFormulas` was given. */
export function unescapeFormulas(cell: string): string {
  return cell.replaceAll(madeSafe, "");
}
