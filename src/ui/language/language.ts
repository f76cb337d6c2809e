import { store, storeCookie } from "#lib/browser-storage.ts";
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

/** Switches the language and stores the choice (specification, section 9). */
export async function setLanguage(i18n: I18n, language: Language): Promise<void> {
  saveLanguage(language);
  removeLanguageFromUrl();
  await show(i18n, language);
}

/** It would win again when the page is loaded the next time. */
function removeLanguageFromUrl(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(languageParameter)) return;
  url.searchParams.delete(languageParameter);
  history.replaceState(history.state, "", url);
}

/** Switches to the language that is chosen in another tab. Returns the function that stops it. */
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
  i18n.changeLanguage(language);
}

/**
 * Runs in the page's head, before the first paint. If neither the URL nor a cookie has a language, as `languageOf` reads them,
 * it copies the one in local or session storage to the cookie and reloads the page (specification, section 9), unless cookies
 * are disabled.
 */
export const storedLanguageScript = `try{var g=function(s,k){s=RegExp("(^|[?&; ])"+k+"=(${languages.map(({ key }) => key).join("|")})(?![a-z])","i").exec(s);return s&&s[2].toLowerCase()},n="${languageStorageKey}",c="${languageCookie}",l=g("="+localStorage.getItem(n),"")||g("="+sessionStorage.getItem(n),"");if(l&&l!=document.documentElement.lang&&!g(location.search,"${languageParameter}")&&!g(document.cookie,c)){document.cookie=c+"="+l+"; path=/; max-age=${languageCookieSeconds}; samesite=lax"+(location.protocol=="https:"?"; secure":"");if(g(document.cookie,c))location.reload()}}catch(e){}`;

/** Stores the detected language in local storage. */
export function storeLanguage(language: Language): void {
  store(languageStorageKey, language);
}

function saveLanguage(language: Language): void {
  storeLanguage(language);
  storeCookie({ name: languageCookie, value: language, maxAgeSeconds: languageCookieSeconds });
}
