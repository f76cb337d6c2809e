import { dayOf } from "#lib/day.ts";
import { toLatinDigits } from "../to-latin-digits.ts";

const fullDate = /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/;
const separator = String.raw`(?:\s*[./_-]\s*|\s+)`;

/** The accepted formats (specification, "Date input"). */
const lenientDates = [
  /^(?<day>\d\d?)$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d\d|\d{4})?$/,
  new RegExp(String.raw`^(?<day>\d\d?)${separator}(?<month>\d\d?)(?:${separator}(?<year>\d\d|\d{4}))?$`),
];

/** Formats a day (YYYY-MM-DD) as DD/MM/YYYY, in every language (specification, section 9). */
export function formatDate(day: string | null): string {
  return day?.split("-").toReversed().join("/") ?? "";
}

/** Parses DD/MM/YYYY. @returns the day as YYYY-MM-DD, or `undefined` */
export function parseFullDate(text: string): string | undefined {
  const { day, month, year } = fullDate.exec(toLatinDigits(text).trim())?.groups ?? {};
  return day ? dayOf(Number(year), Number(month), Number(day)) : undefined;
}

/**
 * Parses D, DD, DDMM, DDMMYY, DDMMYYYY, or day, month and optional year of two or four digits, separated by a space,
 * '.', '/', '-' or '_'. The month and year default to today's. A year of two digits is at most 80 years before today's and
 * at most 19 after it.
 * @param today a day, as YYYY-MM-DD
 * @returns the day as YYYY-MM-DD, or `undefined` for other text and for days that don't exist
 */
export function parseDate(text: string, today: string): string | undefined {
  const [thisYear = 0, thisMonth = 0] = today.split("-").map(Number);
  const plain = toLatinDigits(text).trim();
  for (const pattern of lenientDates) {
    const { day, month, year } = pattern.exec(plain)?.groups ?? {};
    if (day)
      return dayOf(
        year ? fullYear(year, thisYear) : thisYear,
        month ? Number(month) : thisMonth,
        Number(day),
      );
  }
  return undefined;
}

function fullYear(year: string, current: number): number {
  if (year.length === 4) return Number(year);
  const first = current - 80;
  return first + ((((Number(year) - first) % 100) + 100) % 100);
}
