import { expect, test } from "./support/test.ts";

test("fonts are fetched after the first paint, and then all shown at once", async ({ newPage }) => {
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
