import { toLatinDigits } from "../to-latin-digits.ts";

const fullDate = /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/;
const separator = String.raw`(?:\s*[./_-]\s*|\s+)`;

/** The accepted formats (specification, "Date input"). */
const lenientDates = [
  /^(?<day>\d\d?)$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d\d|\d{4})?$/,
  new RegExp(String.raw`^(?<day>\d\d?)${separator}(?<month>\d\d?)(?:${separator}(?<year>\d\d|\d{4}))?$`),
];

/** Parses DD/MM/YYYY. @returns the start of the day, local time, or `undefined` */
export function parseFullDate(text: string): Date | undefined {
  const { day, month, year } = fullDate.exec(toLatinDigits(text).trim())?.groups ?? {};
  return day ? dateIfExists(Number(year), Number(month), Number(day)) : undefined;
}

/**
 * Parses D, DD, DDMM, DDMMYY, DDMMYYYY, or day, month and optional year of two or four digits, separated by a space,
 * '.', '/', '-' or '_'. The month and year default to today's. A year of two digits is at most 80 years before today's and
 * at most 19 after it.
 * @returns the start of the day, local time, or `undefined` for other text and for days that don't exist
 */
export function parseDate(text: string, today: Date): Date | undefined {
  const plain = toLatinDigits(text).trim();
  for (const pattern of lenientDates) {
    const { day, month, year } = pattern.exec(plain)?.groups ?? {};
    if (day)
      return dateIfExists(
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

/** `Date` would roll over into the next month: the 31st of February would be in March. */
function dateIfExists(year: number, month: number, day: number): Date | undefined {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  const exists =
    year > 0 && date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  return exists ? date : undefined;
}
