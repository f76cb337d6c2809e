import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "./app.css";

/** The font families of which this document has fetched a file. */
function fetchedFonts() {
  return [...document.fonts].filter(({ status }) => status !== "unloaded").map(({ family }) => family);
}

// One test, because a document's fonts stay fetched.
test("a page fetches only the fonts of its characters, and Latin words keep theirs in Arabic", async () => {
  const page = await render(<p className="font-serif">Ngũgĩ, a book, 12 pages — «été»</p>);
  await expect.poll(fetchedFonts).toContain("Literata Variable");
  expect(fetchedFonts()).not.toContain("Vazirmatn");

  document.documentElement.lang = "ar";
  await page.rerender(<p>كتاب الأيام</p>);
  await expect.poll(fetchedFonts).toContain("Vazirmatn");
  expect(fetchedFonts()).not.toContain("Instrument Sans Variable");

  await page.rerender(<p>كتاب Books</p>);
  await expect.poll(fetchedFonts).toContain("Instrument Sans Variable");
});
