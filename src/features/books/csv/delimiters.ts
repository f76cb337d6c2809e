import type { Language } from "#i18n/languages.ts";

export const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;

export type Delimiter = keyof typeof delimiters;

export const delimiterNames = Object.keys(delimiters) as Delimiter[];

/** The delimiter that spreadsheets expect: a semicolon in languages with a decimal comma. */
export function delimiterFor(language: Language): Delimiter {
  return new Intl.NumberFormat(language).format(1.5).includes(",") ? "semicolon" : "comma";
}
