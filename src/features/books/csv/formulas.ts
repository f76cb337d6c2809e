/*
 * Spreadsheets run a cell that looks like a formula. A file may be opened with another delimiter than it was written
 * with, so the text after any delimiter counts as the beginning of a cell. Quotes before a formula are skipped: parsing
 * removes some of them, and others are escapes.
 */
const cellStart = String.raw`(?<=^|[,;\t\r\n])`;
const formula = String.raw`(?=["']*[=+\-@\t\r\n＝＋－＠])`;
const unescaped = new RegExp(cellStart + formula, "g");
const escaped = new RegExp(`${cellStart}'${formula}`, "g");

/** Puts `'` before everything in a cell that a spreadsheet would run as a formula. */
export function escapeFormulas(text: string): string {
  return text.replaceAll(unescaped, "'");
}

/** Reverts `escapeFormulas`. */
export function unescapeFormulas(cell: string): string {
  return cell.replaceAll(escaped, "");
}
