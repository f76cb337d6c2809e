import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import "./app.css";

/** The families of which this document has fetched a file. */
function fetchedFonts() {
  return [...document.fonts].filter(({ status }) => status !== "unloaded").map(({ family }) => family);
}

test("a page fetches Vazirmatn only once it has Arabic letters, and its Latin in no other language", async () => {
  await render(<p className="font-serif">Ngũgĩ, a book, 12 pages — «été»</p>);
  await document.fonts.ready;
  expect(fetchedFonts().filter((family) => family.includes("Vazirmatn"))).toEqual([]);

  await render(<p>كتاب الأيام, a book</p>);
  await expect.poll(fetchedFonts).toContain("Vazirmatn");
  expect(fetchedFonts()).not.toContain("Vazirmatn Latin");
});
