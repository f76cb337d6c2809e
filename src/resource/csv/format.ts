import type { Language } from "#i18n/languages.ts";

export const delimiters = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;

export type Delimiter = keyof typeof delimiters;

export const delimiterNames = Object.keys(delimiters) as Delimiter[];

/** A symbol, which has no name above, between the cells of a file. */
export const otherDelimiter = /^[^\p{L}\p{N}\p{C}\p{M}",;|\u{10000}-\u{10ffff}]$/u;

/** How a delimiter is written in requests: its name, or itself. `undefined` if it can't be one. */
export function delimiterOf(character: string): string | undefined {
  const name = delimiterNames.find((each) => delimiters[each] === character);
  return name ?? (otherDelimiter.test(character) ? character : undefined);
}

/** Reverts `delimiterOf`. */
export function characterOf(delimiter: string): string {
  return delimiterNames.includes(delimiter as Delimiter) ? delimiters[delimiter as Delimiter] : delimiter;
}

/** The delimiter that spreadsheets expect: a semicolon in languages with a decimal comma. */
export function delimiterFor(language: Language): Delimiter {
  return new Intl.NumberFormat(language).format(1.5).includes(",") ? "semicolon" : "comma";
}

/** Spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = "\ufeff";

/** A row of a CSV file (RFC 4180) with its line break and without formulas. */
export function formatRow(texts: readonly string[], delimiter = "comma"): string {
  return joinCells(texts.map(escapeFormulas), delimiter);
}

/** As `formatRow`, for cells that are no formulas: numbers, days, or texts after `escapeFormulas`. */
export function joinCells(cells: readonly string[], delimiter: string): string {
  const character = characterOf(delimiter);
  return `${cells.map((cell) => quote(cell, character)).join(character)}\r\n`;
}

function quote(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/*
 * Spreadsheets run a cell that looks like a formula. A file may be opened with another delimiter than it was written
 * with, so the text after any delimiter counts as the beginning of a cell. Quotes before a formula are skipped: parsing
 * removes some of them, and others are escapes.
 */
const cellStart = String.raw`(?<=^|[,;\t|\r\n])`;
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
