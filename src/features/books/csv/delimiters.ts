import type { Language } from "#i18n/languages.ts";

/** What may stand between the cells of a row, by the names that people and addresses have for it. */
export const delimiters = { comma: ",", semicolon: ";", tab: "\t" } as const;

export type Delimiter = keyof typeof delimiters;

/** What spreadsheets expect between cells: a semicolon in languages where a comma stands within numbers. */
export function delimiterFor(language: Language): Delimiter {
  return new Intl.NumberFormat(language).format(1.5).includes(",") ? "semicolon" : "comma";
}

export const delimiterNames = Object.keys(delimiters) as Delimiter[];
