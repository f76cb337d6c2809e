import { defaultLanguage, languages, type Language } from "#i18n/languages.ts";

/** A language other than English, if the project has one: what shows it can be tested in English alone, too. */
export const otherLanguage: Language = languages.at(-1)?.key ?? defaultLanguage;

/** A language that is read from right to left, if the project has one. */
export const rightToLeft = languages.find(({ dir }) => dir === "rtl")?.key;

/** English, and a language of the other direction, if the project has one. */
export const directions: Language[] = [defaultLanguage, ...(rightToLeft ? [rightToLeft] : [])];
