const formats = new Map<string, unknown>();

/** Creating an `Intl` format is slow. */
function cached<Format>(key: string, make: () => Format): Format {
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

/** The locale of a language with Western digits, which only some browsers use in Arabic by default. */
export function localeOf(language: string): string {
  return `${language}-u-nu-latn`;
}

export function formatNumber(
  language: string,
  value: number,
  options: Intl.NumberFormatOptions = {},
): string {
  return cached(
    `number ${language} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(localeOf(language), options),
  ).format(value);
}

/** The form of a text that fits a count (Unicode CLDR), for example "few". */
export function pluralForm(language: string, count: number): Intl.LDMLPluralRule {
  return cached(`plural ${language}`, () => new Intl.PluralRules(language)).select(count);
}

/** For example "21 November 2026". In UTC, so that server and browser agree. */
export function formatDate(
  language: string,
  value: Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: "long" },
): string {
  return cached(
    `day ${language} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" }),
  ).format(value);
}

/** For example "3:05 PM". @param timeZone the same on server and browser, until hydrated */
export function formatTime(language: string, value: Date, timeZone: string): string {
  return cached(
    `clock ${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(localeOf(language), { timeStyle: "short", timeZone }),
  ).format(value);
}

/** The day of a time, for example "today", "yesterday" or "Saturday, November 21, 2026". @param now in milliseconds */
export function formatRelativeDay(
  language: string,
  value: Date,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  const day = dayIn(timeZone, value);
  const days = (Date.parse(day) - Date.parse(dayIn(timeZone, new Date(now)))) / 86_400_000;
  if (days < -1) return formatDay(language, day, { dateStyle: "full" });
  return cached(
    `day ago ${language}`,
    () => new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }),
  ).format(Math.min(days, 0), "day");
}

/** The day of a time as YYYY-MM-DD. */
export function dayIn(timeZone: string, value: Date): string {
  const format = cached(
    `day in ${timeZone}`,
    () => new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }),
  );
  return format.format(value);
}

/** For example "November 21, 2026 at 3:05 PM", in which AM or PM stays with the time. @param timeZone the same on server and browser, until hydrated */
export function formatDateTime(language: string, value: Date, timeZone: string): string {
  return cached(
    `time ${language} ${timeZone}`,
    () => new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeStyle: "short", timeZone }),
  )
    .format(value)
    .replace(/ (?=[^\d\s]+$)/, "\u00a0");
}

/** A day (YYYY-MM-DD), for example "November 21, 2026". It is the same in every time zone. */
export function formatDay(language: string, day: string, options?: Intl.DateTimeFormatOptions): string {
  return formatDate(language, new Date(`${day}T00:00:00Z`), options);
}

/** Units with their lengths in seconds. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** For example "3 minutes ago"; "now" for the last minute and the future. @param now the same on server and browser */
export function formatTimeAgo(language: string, value: Date, now: number): string {
  const seconds = Math.max(0, (now - value.getTime()) / 1_000);
  const [unit, length] = units.find(([, from]) => seconds >= from) ?? ["second", Infinity];
  // "auto" only for "now": "yesterday" would mean a calendar day, not 24 hours.
  const numeric = unit === "second" ? "auto" : "always";
  return cached(
    `time ago ${language} ${numeric}`,
    () => new Intl.RelativeTimeFormat(localeOf(language), { numeric }),
  ).format(-Math.floor(seconds / length), unit);
}
