/** Until then, users have hardly begun to read. After the first paint, in milliseconds. */
const readingAfterMs = 200;
/** Of the window's height: what moves less is hardly seen. */
const unseenMove = 0.01;
/** In local storage: the browser has the fonts. */
const storageKey = "fonts";

/**
 * Runs in the page's head: on a browser's first visit, `data-fonts` leaves only the fonts' fallbacks until `showFonts`. Cached
 * fonts are a part of the first paint. Without JavaScript or storage, the browser fetches fonts when it lays out the page.
 */
export const lateFontsScript = `try{if(!localStorage.getItem("${storageKey}"))document.documentElement.dataset.fonts="late"}catch(e){}`;

/**
 * Fetches the fonts of the title's characters, which other texts have, too, and shows all of them at once: each change of a
 * font lays out the page. If they are late and lines would break elsewhere, they are shown with the next screen. Fonts that
 * can't be fetched or that other characters need are left to the browser.
 */
export async function showFonts(): Promise<void> {
  const { documentElement: root, title, fonts } = document;
  if (root.dataset.fonts !== "late") return;
  const startedAt = performance.now();
  const families = getComputedStyle(root).getPropertyValue("--web-fonts");
  // Vazirmatn has a space, which isn't worth fetching it.
  await fonts
    .load(`1em ${families}`, title.replaceAll(" ", ""))
    .then(() => localStorage.setItem(storageKey, "cached"))
    .catch(() => undefined);

  const height = root.scrollHeight;
  delete root.dataset.fonts;
  if (performance.now() - startedAt < readingAfterMs) return;
  if (Math.abs(root.scrollHeight - height) > innerHeight * unseenMove) root.dataset.fonts = "next";
}

/** Shows fonts that would have moved the screen before. */
export function showNextFonts(): void {
  const { dataset } = document.documentElement;
  if (dataset.fonts === "next") delete dataset.fonts;
}
