import { toLatinDigits } from "../to-latin-digits.ts";

const fullDate = /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/;
const separator = String.raw`(?:\s*[./_-]\s*|\s+)`;

/** What people write for a date (specification, "Date input"). */
const lenientDates = [
  /^(?<day>\d\d?)$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d\d|\d{4})?$/,
  new RegExp(String.raw`^(?<day>\d\d?)${separator}(?<month>\d\d?)(?:${separator}(?<year>\d\d|\d{4}))?$`),
];

/** A date in the field's own format, DD/MM/YYYY, as the start of that day, local time; `undefined` if it is none. */
export function parseFullDate(text: string): Date | undefined {
  const { day, month, year } = fullDate.exec(toLatinDigits(text).trim())?.groups ?? {};
  return day ? existingDay(Number(year), Number(month), Number(day)) : undefined;
}

/**
 * A date as people write it: D, DD, DDMM, DDMMYY, DDMMYYYY, or day, month and perhaps a year of two or four digits,
 * with a space, '.', '/', '-' or '_' between them. What is missing is today's month and year. A year of two digits is
 * at most 80 years before today's and at most 19 after. The 31st of February is no date.
 *
 * @returns the start of that day, local time; `undefined` if the text is no date.
 */
export function parseDate(text: string, today: Date): Date | undefined {
  const plain = toLatinDigits(text).trim();
  for (const pattern of lenientDates) {
    const { day, month, year } = pattern.exec(plain)?.groups ?? {};
    if (day)
      return existingDay(
        year ? fullYear(year, today.getFullYear()) : today.getFullYear(),
        month ? Number(month) : today.getMonth() + 1,
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

/** Where a month has no such day `Date` would roll over into the next. */
function existingDay(year: number, month: number, day: number): Date | undefined {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  const exists =
    year > 0 && date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return exists ? date : undefined;
}
