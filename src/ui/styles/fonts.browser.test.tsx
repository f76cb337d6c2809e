import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "./app.css";

/** The font families of which this document has fetched a file. */
function fetchedFonts() {
  return [...document.fonts].filter(({ status }) => status !== "unloaded").map(({ family }) => family);
}

// One test, because a document's fonts stay fetched.
test("a page fetches only the fonts of its characters", async () => {
  const page = await render(<p className="font-serif">Ngũgĩ, a book, 12 pages — «été»</p>);
  await expect.poll(fetchedFonts).toContain("Literata Variable");
  expect(fetchedFonts().filter((family) => family.includes("Vazirmatn"))).toEqual([]);

  await page.rerender(<p>كتاب الأيام, a book</p>);
  await expect.poll(fetchedFonts).toContain("Vazirmatn");
  expect(fetchedFonts()).not.toContain("Vazirmatn Latin");

  document.documentElement.lang = "ar";
  await page.rerender(<p>كتاب الأيام</p>);
  await document.fonts.ready;
  expect(fetchedFonts()).not.toContain("Vazirmatn Latin");

  await page.rerender(<p>كتاب 1984</p>);
  await expect.poll(fetchedFonts).toContain("Vazirmatn Latin");
});
