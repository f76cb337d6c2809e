import type { Language } from "./languages.ts";

const formats = new Map<string, unknown>();

/** `Intl` formats are dear to make and cheap to keep. */
function kept<Format>(key: string, make: () => Format): Format {
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
  return kept(
    `number ${language} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(language, options),
  ).format(value);
}

/** A day as the language writes it, such as "21 November 2026". Times are shown in UTC on server and browser alike. */
export function formatDay(language: Language, value: Date): string {
  return kept(
    `day ${language}`,
    () => new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
  ).format(value);
}
