import { loadTexts, loadedNamespaces, type I18n } from "#i18n/i18n.ts";
import {
  isLanguage,
  languageCookie,
  languageCookieSeconds,
  languageParameter,
  languageStorageKey,
  languages,
  type Language,
} from "#i18n/languages.ts";

/** Switches the interface in this page, and keeps the choice for the next ones (specification, section 9). */
export async function setLanguage(i18n: I18n, language: Language): Promise<void> {
  keepLanguage(language);
  await show(i18n, language);
}

/** Follows a language that is chosen in another tab; returns how to end that. */
export function followLanguageOfOtherTabs(i18n: I18n): () => void {
  function follow({ key, newValue }: StorageEvent) {
    if (key === languageStorageKey && isLanguage(newValue) && newValue !== i18n.language)
      void show(i18n, newValue);
  }
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

async function show(i18n: I18n, language: Language): Promise<void> {
  await loadTexts(i18n, loadedNamespaces(i18n), language);
  await i18n.changeLanguage(language);
}

/**
 * Runs in the page's head, before anything is painted. Local and session storage count where neither the URL nor a
 * cookie names a language (specification, section 9): what they say becomes the cookie, and the server is asked again.
 * Where no cookie can be kept, nothing is asked twice.
 */
export const storedLanguageScript = `try{var k="${languageCookie}=",h=function(){return document.cookie.indexOf(k)>=0},l=localStorage.getItem("${languageStorageKey}")||sessionStorage.getItem("${languageStorageKey}");if(l&&l!==document.documentElement.lang&&/^(${languages.map(({ key }) => key).join("|")})$/.test(l)&&!/[?&]${languageParameter}=/.test(location.search)&&!h()){document.cookie=k+l+"; path=/; max-age=${languageCookieSeconds}; samesite=lax";if(h())location.reload()}}catch(e){}`;

/** Caches the language that was found, so that local storage knows it too. */
export function storeLanguage(language: Language): void {
  localStorage.setItem(languageStorageKey, language);
}

function keepLanguage(language: Language): void {
  storeLanguage(language);
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${languageCookieSeconds}; samesite=lax`;
}
