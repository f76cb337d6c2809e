/** What a spreadsheet takes for a formula. Quotes before it stand there because such a text was made safe before. */
const formula = /^'*[=+\-@\t\r]/;
const madeSafe = /^'+[=+\-@\t\r]/;

/** A text as a cell that no spreadsheet runs: `'` stands before what looks like a formula. */
export function toCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text in a cell: exactly what `toCell` was given. */
export function fromCell(cell: string): string {
  return madeSafe.test(cell) ? cell.slice(1) : cell;
}
