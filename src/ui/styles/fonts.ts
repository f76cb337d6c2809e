import instrumentSans from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url";
import literata from "@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url";
import vazirmatn from "@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url";

/**
 * The URLs of the fonts to preload.
 * @param language a language tag, for example "fr" or "ar"
 */
export function fontPreloads(language: string): string[] {
  return /^ar\b/.test(language) ? [vazirmatn] : [literata, instrumentSans];
}
