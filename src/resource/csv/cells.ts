import type { Language } from "#i18n/languages.ts";
import { dayOf } from "#lib/day.ts";
import { toLatinDigits } from "#ui/controls/to-latin-digits.ts";
import { escapeFormulas, type Delimiter } from "./format.ts";

/** A value of a CSV file. A day is a text, YYYY-MM-DD; null is an empty cell. */
export type CellValue = string | number | boolean | Date | null;

/** The words for booleans: exports write the first ones, and imports accept all in every language. */
const yesNoWords: Record<Language, { yes: [string, ...string[]]; no: [string, ...string[]] }> = {
  en: { yes: ["yes", "true", "1"], no: ["no", "false", "0"] },
  fr: { yes: ["oui", "vrai"], no: ["non", "faux"] },
  ar: { yes: ["نعم", "صحيح"], no: ["لا", "خطأ"] },
  sw: { yes: ["ndiyo", "kweli"], no: ["hapana", "si kweli"] },
};

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
  if (typeof value === "boolean") return yesNoWords[language][value ? "yes" : "no"][0];
  if (value instanceof Date) return value.toISOString();
  // Spreadsheets that split at semicolons expect a decimal comma.
  return delimiter === "semicolon" ? String(value).replace(".", ",") : String(value);
}

/** Whether 03/04/2026 is in April or in March. */
export const dayOrders = ["dayFirst", "monthFirst"] as const;

export type DayOrder = (typeof dayOrders)[number];

/** How the cells of a file are read. */
export type CellFormat = { delimiter: Delimiter; dayOrder: DayOrder };

/** Parses each kind of cell that isn't blank; `undefined` for other texts. */
export const cellParsers = { day: parseDay, yesNo: parseYesNo, number: parseNumber };

const isoDay = /^(?<year>\d{4})[-/.](?<month>\d\d?)[-/.](?<day>\d\d?)$/;
const numericDay = /^(?<first>\d\d?)\s*[/.-]\s*(?<second>\d\d?)\s*[/.-]\s*(?<year>\d{4})$/;

/** Parses 2026-12-31 and, in the file's order, 31/12/2026 or 12/31/2026. @returns the day as YYYY-MM-DD */
export function parseDay(cell: string, { dayOrder }: Pick<CellFormat, "dayOrder">): string | undefined {
  const text = toLatinDigits(cell).trim();
  const iso = isoDay.exec(text)?.groups;
  if (iso) return dayOf(Number(iso.year), Number(iso.month), Number(iso.day));
  const { first, second, year } = numericDay.exec(text)?.groups ?? {};
  if (!first) return undefined;
  const [day, month] = dayOrder === "dayFirst" ? [first, second] : [second, first];
  return dayOf(Number(year), Number(month), Number(day));
}

/** The order of the days in some cells: day first, as everywhere in the product, unless they show the other one. */
export function detectDayOrder(cells: readonly string[]): DayOrder {
  const counts = dayOrders.map(
    (dayOrder) => cells.filter((cell) => parseDay(cell, { dayOrder }) !== undefined).length,
  );
  const [dayFirst = 0, monthFirst = 0] = counts;
  return monthFirst > dayFirst ? "monthFirst" : "dayFirst";
}

const booleans = new Map(
  Object.values(yesNoWords).flatMap(({ yes, no }) => [
    ...yes.map((word) => [word, true] as const),
    ...no.map((word) => [word, false] as const),
  ]),
);

function parseYesNo(cell: string): boolean | undefined {
  return booleans.get(toLatinDigits(cell).normalize("NFC").trim().toLowerCase());
}

const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const thousands = /(?<=^[+-]?\d{1,3}(?:,\d{3})*),(?=\d{3}(?:\D|$))/g;

/**
 * Parses 1234.5 and 1 234.5. A comma is the decimal sign in a file with semicolons, and separates thousands in one with
 * commas; elsewhere it could be either, and isn't accepted.
 */
function parseNumber(cell: string, { delimiter }: Pick<CellFormat, "delimiter">): number | undefined {
  const text = toLatinDigits(cell).replaceAll(/\s/gu, "").replace("−", "-").replaceAll("٫", ".");
  const plain =
    delimiter === "semicolon"
      ? text.replace(",", ".")
      : delimiter === "comma"
        ? text.replaceAll(thousands, "")
        : text;
  return plainNumber.test(plain) ? Number(plain) : undefined;
}
