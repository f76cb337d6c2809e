import { escapeFormulas } from "./formulas.ts";
import { delimiters, type Delimiter } from "./delimiters.ts";

/** By which spreadsheets know that a file is in UTF-8. */
export const byteOrderMark = "\ufeff";

/** A row of a CSV file (RFC 4180), with its line break, in which nothing is a formula. */
export function formatRow(texts: readonly string[], delimiter: Delimiter = "comma"): string {
  return `${texts.map((text) => quoted(escapeFormulas(text), delimiters[delimiter])).join(delimiters[delimiter])}\r\n`;
}

function quoted(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}
