import type { Page } from "playwright-core";
import { languages } from "#i18n/languages.ts";
import { waitForHydration } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

declare global {
  interface Window {
    /** How far the page has moved by itself, as CLS counts it. */
    layoutShift: number;
  }
}

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
  await page.waitForFunction(
    () => document.documentElement.dataset.fonts !== "late" && document.fonts.status === "loaded",
  );
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

test("a browser that has the fonts lays out the page with them", async ({ newPage }) => {
  const page = await newPage();
  const fonts: string[] = [];
  await page.exposeFunction("reportFonts", (value: string) => void fonts.push(value));
  await page.addInitScript(
    'addEventListener("DOMContentLoaded", () => reportFonts(document.documentElement.dataset.fonts ?? "at once"))',
  );
  await page.goto("/login");
  await page.locator("html:not([data-fonts])").waitFor();
  await page.reload();
  await expect.poll(() => fonts).toEqual(["late", "at once"]);
});

test("on a first visit, fonts are fetched after the first paint, and then all shown at once", async ({
  newPage,
}) => {
  const page = await newPage();
  await page.goto("/login");
  await page.locator("html:not([data-fonts])").waitFor();
  const { paint, fonts, isShown } = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    fonts: performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2")),
    isShown: document.fonts.check("1em 'Literata Variable', 'Instrument Sans Variable'"),
  }));
  expect(fonts.length).toBeGreaterThan(0);
  for (const { startTime } of fonts) expect(startTime).toBeGreaterThanOrEqual(paint);
  expect(isShown).toBe(true);
});

test("without JavaScript the browser fetches the fonts itself", async ({ newPage }) => {
  const page = await newPage({ javaScript: false });
  const font = page.waitForRequest(/literata-latin-wght.*\.woff2$/);
  await page.goto("/login");
  await font;
});

test("a font that can't be fetched keeps no other from being shown", async ({ newPage, expectProblem }) => {
  expectProblem(/woff2/);
  const page = await newPage();
  await page.route(/literata-.*\.woff2$/, (route) => route.abort());
  await page.goto("/login");
  await page.locator("html:not([data-fonts])").waitFor();
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some(
          (face) => face.family.includes("Instrument Sans Variable") && face.status === "loaded",
        ),
      ),
    )
    .toBe(true);
});

test.for(languages.flatMap(({ key: language }) => [390, 1280].map((width) => ({ language, width }))))(
  "late fonts don't move Home, nor login ($language, $width px)",
  async ({ language, width }, { newPageOf, newPage }) => {
    const home = await newPageOf({}, { language, width });
    expect(await shiftByLateFonts(home, "/app")).toBeLessThan(0.02);
    const login = await newPage({ language, width });
    expect(await shiftByLateFonts(login, "/login")).toBeLessThan(0.02);
  },
);

test("fonts that would move the first screen are shown with the next one", async ({ newPageOf }) => {
  const page = await newPageOf({}, { language: "fr", width: 390 });
  await shiftByLateFonts(page, "/app");
  await page.locator("html[data-fonts=next]").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Livres" }).click();
  await page.locator("html:not([data-fonts])").waitFor();
});
