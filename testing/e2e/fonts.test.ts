import type { Page } from "playwright-core";
import { waitForHydration } from "./support/interactions.ts";
import { userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

declare global {
  interface Window {
    /** How far the page has moved by itself, as CLS counts it. */
    layoutShift: number;
  }
}

/** Of what is good for users (web.dev/cls). */
const maxShift = 0.1;

/** Opens a page whose fonts arrive after people have begun to read. @returns how far it moved, as CLS */
async function shiftByLateFonts(page: Page, path: string): Promise<number> {
  const { promise: isRead, resolve: finishReading } = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await isRead;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.layoutShift += value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  // The fonts can delay the load event.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await waitForHydration(page);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  finishReading();
  await page.waitForFunction(() => document.fonts.status === "loaded");
  // Shifts are reported after the frame.
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.layoutShift))),
        );
      }),
  );
}

/** Whether the machine has fonts whose sizes are adjusted to ours (src/ui/styles/fonts.css). */
async function hasFallbacks(page: Page): Promise<boolean> {
  await page.goto("/login");
  return await page.evaluate(async () => {
    const fallbacks = [...document.fonts].filter(({ family }) => family.includes(" over "));
    await Promise.allSettled(fallbacks.map((font) => font.load()));
    const loaded = fallbacks.filter(({ status }) => status === "loaded").map(({ family }) => family);
    return ["Literata", "Instrument Sans"].every((name) => loaded.some((family) => family.includes(name)));
  });
}

test.for([
  { language: "en", width: 1280 },
  { language: "fr", width: 390 }, // optional: fr
  { language: "ar", width: 1280 }, // optional: ar
  { language: "sw", width: 390 }, // optional: sw
] as const)(
  "late fonts hardly move Home and login ($language, $width px)",
  async ({ language, width }, { newPageOf, newPage, skip }) => {
    skip(!(await hasFallbacks(await newPage())), "this machine has no font that is shown until ours arrive");
    const home = await newPageOf({}, { language, width });
    expect(await shiftByLateFonts(home, userHome)).toBeLessThan(maxShift);
    const login = await newPage({ language, width });
    expect(await shiftByLateFonts(login, "/login")).toBeLessThan(maxShift);
  },
);
