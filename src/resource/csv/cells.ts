import type { Language } from "#i18n/languages.ts";
import type { CellValue } from "../cell-value.ts";
import { yesNoWords } from "./cell-schemas.ts";
import { escapeFormulas, type Delimiter } from "./format.ts";

/**
 * Formats a value as a cell that is no formula. Days and times are ISO 8601 in every language, because spreadsheets read
 * it everywhere, while 03/04 is in March or in April.
 */
export function formatCell(
  value: CellValue,
  { language, delimiter }: { language: Language; delimiter: Delimiter },
): string {
  if (value === null) return "";
  if (typeof value === "string") return escapeFormulas(value);
  if (typeof value === "boolean") return yesNoWords[language][value ? "yes" : "no"];
  if (value instanceof Date) return value.toISOString();
  // Spreadsheets that split at semicolons expect a decimal comma.
  return delimiter === "semicolon" ? String(value).replace(".", ",") : String(value);
}
