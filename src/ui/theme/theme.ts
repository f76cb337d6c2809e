/** The themes (specification, section 9). `system` follows the device. */
export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** Local storage holds the choice; the cookie mirrors it so that the server's page is right at once. */
export const themeStorageKey = "theme";
export const themeCookie = "theme";

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/** Shows a theme in this page, and keeps it for the next ones. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(themeStorageKey, theme);
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}

/**
 * Runs in the page's head, before anything is painted: where local storage and the cookie disagree, local storage
 * is right.
 */
export const themeScript = `try{var t=localStorage.getItem("${themeStorageKey}"),d=document.documentElement;if(t&&t!==d.dataset.theme&&/^(${themes.join("|")})$/.test(t)){d.dataset.theme=t;document.cookie="${themeCookie}="+t+"; path=/; max-age=31536000; samesite=lax"}}catch(e){}`;
