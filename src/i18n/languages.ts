type LanguageInfo<Key extends string> = {
  key: Key;
  dir: "ltr" | "rtl";
  /** The name of the language in the language itself. */
  name: string;
  /** Multiplies the font size of the page. */
  fontScale?: number;
};

const supported = [
  { key: "en", dir: "ltr", name: "English" },
  { key: "fr", dir: "ltr", name: "Français" }, // optional: fr
  { key: "ar", dir: "rtl", name: "العربية", fontScale: 1.2 }, // optional: ar
  { key: "sw", dir: "ltr", name: "Kiswahili" }, // optional: sw
] as const satisfies readonly LanguageInfo<string>[];

export type Language = (typeof supported)[number]["key"];

/** The interface languages (specification, section 9). The first is the default and the fallback. */
export const languages: readonly LanguageInfo<Language>[] = supported;

export const defaultLanguage: Language = "en";

/** Specification, section 9. */
export const languageParameter = "lng";
export const languageCookie = "i18next";
export const languageStorageKey = "i18nextLng";
export const languageCookieSeconds = 43_200 * 60;

export function isLanguage(value: unknown): value is Language {
  return languages.some(({ key }) => key === value);
}

/** The supported language of a language tag: `fr` for `fr-CA`. Every source of detection is matched so. */
export function languageOf(tag: unknown): Language | undefined {
  const language = typeof tag === "string" ? tag.trim().split(/[-_]/, 1)[0]?.toLowerCase() : undefined;
  return isLanguage(language) ? language : undefined;
}

export function languageInfo(language: string): LanguageInfo<Language> {
  return languages.find(({ key }) => key === language) ?? supported[0];
}
