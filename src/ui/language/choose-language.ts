import { loadTexts, presentNamespaces, type I18n } from "#i18n/i18n.ts";
import {
  isLanguage,
  languageCookie,
  languageCookieSeconds,
  languageParameter,
  languageStorageKey,
  type Language,
} from "#i18n/languages.ts";
import { readCookie } from "#i18n/detect.ts";

/** Switches the interface in this page, and keeps the choice for the next ones (specification, section 9). */
export async function chooseLanguage(i18n: I18n, language: Language): Promise<void> {
  keepLanguage(language);
  await loadTexts(i18n, presentNamespaces(i18n), language);
  await i18n.changeLanguage(language);
}

/** The language kept in the browser's storages, which count only where neither URL nor cookie names one. */
export function storedLanguage(): Language | undefined {
  if (isLanguage(new URL(location.href).searchParams.get(languageParameter))) return undefined;
  if (isLanguage(readCookie(document.cookie, languageCookie))) return undefined;
  const stored = localStorage.getItem(languageStorageKey) ?? sessionStorage.getItem(languageStorageKey);
  return isLanguage(stored) ? stored : undefined;
}

/** Caches the language that was found, so that local storage knows it too. */
export function cacheLanguage(language: Language): void {
  localStorage.setItem(languageStorageKey, language);
}

function keepLanguage(language: Language): void {
  cacheLanguage(language);
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${languageCookieSeconds}; samesite=lax`;
}
