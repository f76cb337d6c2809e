import { store, storeCookie } from "#lib/browser-storage.ts";
import { cookieName, hostPrefix } from "#lib/cookies.ts";

/** Specification, section 9. `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** The choice is in local storage. The cookie is a copy for the server. */
export const themeStorageKey = "theme";
export const themeCookie = "theme";
const themeCookieSeconds = 31_536_000;

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : "system";
}

const listeners = new Set<() => void>();

/** Calls a listener when the theme changes, in this tab or another one. Returns the function that unsubscribes. */
export function onThemeChange(listener: () => void): () => void {
  function follow({ key, newValue }: StorageEvent) {
    if (key === themeStorageKey && isTheme(newValue)) show(newValue);
  }
  listeners.add(listener);
  window.addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", follow);
  };
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Shows and stores a theme. */
export function setTheme(theme: Theme): void {
  show(theme);
  store(themeStorageKey, theme);
  const name = cookieName(location, themeCookie);
  storeCookie({ name, value: theme, maxAgeSeconds: themeCookieSeconds });
}

/** Runs in the page's head, before the first paint: local storage overrides the cookie. */
export const themeScript = `try{var t=localStorage.getItem("${themeStorageKey}"),d=document.documentElement;if(t&&t!==d.dataset.theme&&/^(${themes.join("|")})$/.test(t)){d.dataset.theme=t;var s=location.protocol=="https:";document.cookie=(s?"${hostPrefix}":"")+"${themeCookie}="+t+"; path=/; max-age=${themeCookieSeconds}; samesite=lax"+(s?"; secure":"")}}catch(e){}`;
