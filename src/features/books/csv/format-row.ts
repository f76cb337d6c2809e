import { delimiters, type Delimiter } from "./delimiters.ts";
import { escapeFormulas } from "./formulas.ts";

/** Spreadsheets recognize UTF-8 by it. */
export const byteOrderMark = "\ufeff";

/** A row of a CSV file (RFC 4180) with its line break and without formulas. */
export function formatRow(texts: readonly string[], delimiter: Delimiter = "comma"): string {
  return `${texts.map((text) => quote(escapeFormulas(text), delimiters[delimiter])).join(delimiters[delimiter])}\r\n`;
}

function quote(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}
