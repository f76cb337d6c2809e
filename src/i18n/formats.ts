import type { Language } from "./languages.ts";

const formats = new Map<string, unknown>();

/** `Intl` formats are dear to make and cheap to keep. */
function cached<Format>(key: string, make: () => Format): Format {
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

/** A number in the language's own form. */
export function formatNumber(
  language: Language,
  value: number,
  options: Intl.NumberFormatOptions = {},
): string {
  return cached(
    `number ${language} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(language, options),
  ).format(value);
}

/** A day as the language writes it, such as "21 November 2026". Times are shown in UTC on server and browser alike. */
export function formatDate(language: Language, value: Date): string {
  return cached(
    `day ${language}`,
    () => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
  ).format(value);
}

/** From how many seconds on a span is told in a unit: the largest that fits. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * How long ago something was, such as "3 minutes ago"; "now" within a minute, and where it lies ahead.
 * @param now in milliseconds; the same on server and browser where both render
 */
export function formatTimeAgo(language: Language, value: Date, now: number): string {
  const seconds = Math.max(0, (now - value.getTime()) / 1_000);
  const [unit, length] = units.find(([, from]) => seconds >= from) ?? ["second", Infinity];
  // In words only for "now": "yesterday" would be a day of the calendar, and not of 24 hours.
  const numeric = unit === "second" ? "auto" : "always";
  return cached(
    `time ago ${language} ${numeric}`,
    () => new Intl.RelativeTimeFormat(language, { numeric }),
  ).format(-Math.floor(seconds / length), unit);
}
