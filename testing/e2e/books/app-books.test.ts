import type { Page } from "playwright-core";
import { sendOperation } from "../../operations.ts";
import { bookFacts, userTest as test } from "./support.ts";
import { openHydrated, waitForHydration } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

/** App's books: search, genre filter, opening and going back. */

const books = (page: Page) => page.getByRole("list", { name: "Books" }).getByRole("listitem");
const titles = (page: Page) => books(page).locator("a > span.font-serif").allTextContents();

test(
  "a search and a genre filter the books and are in the URL, and Clear ends both",
  { tags: "smoke" },
  async ({ page, others, word }) => {
    await others.add({ title: `${word} Verses`, genre: "Poetry" });
    await others.add({ title: `${word} Scenes`, genre: "Drama" });
    await openHydrated(page, "/app/books");
    await page.getByRole("searchbox").fill(word.toUpperCase());
    await page.getByText(`2 results for "${word.toUpperCase()}"`).waitFor();
    expect(await titles(page)).toEqual([`${word} Scenes`, `${word} Verses`]);
    await page.getByRole("link", { name: "Drama" }).click();
    await expect.poll(() => titles(page)).toEqual([`${word} Scenes`]);
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe("/app/books");
    expect(searchParams.get("searchTerm")).toBe(word.toUpperCase());
    expect(searchParams.get("genre")).toBe(await others.genreId("Drama"));
    await page.reload();
    await waitForHydration(page);
    expect(await titles(page)).toEqual([`${word} Scenes`]);

    await page.getByRole("searchbox").fill(`${word} nowhere`);
    await page.getByText(`No results for "${word} nowhere"`).waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(() => titles(page)).toHaveLength(20);
    expect(new URL(page.url()).search).toBe("");

    await page.goto(`/app/books/?searchTerm=${word}`);
    expect(new URL(page.url()).pathname).toBe("/app/books");
    expect(await titles(page)).toHaveLength(2);
  },
);

test("Back restores the scroll position and the rows", async ({ page }) => {
  await openHydrated(page, "/app/books");
  await page.getByRole("button", { name: "Load more books" }).click();
  await books(page).nth(39).waitFor();
  const title = (await titles(page))[33] ?? "";
  const book = books(page).filter({ hasText: title });
  await book.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const y = await place();
  const top = (await book.boundingBox())?.y;
  expect(y).toBeGreaterThan(300);
  await book.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await expect.poll(place).toBe(y);
  await expect.poll(async () => (await book.boundingBox())?.y).toBe(top);
  expect(await book.getAttribute("aria-setsize")).toBe("40");
});

test("an author's name links to their books", async ({ page, others, word }) => {
  const author = `${word} O'Née`;
  const { id } = await others.add({ title: `${word} One`, author, publisher: "Small Press" });
  await others.add({ title: `${word} Two`, author });
  await others.add({ title: `${word} Three`, author: "Other Author" });
  await openHydrated(page, `/app/books/${id}`);
  await page.getByRole("main").getByText("Small Press").waitFor();
  await bookFacts(page).getByText("Fantasy").waitFor();
  await page.getByRole("link", { name: `By ${author}`, exact: true }).click();
  await page.getByText(`2 results for "${author}"`).waitFor();
  expect(await titles(page)).toEqual([`${word} One`, `${word} Two`]);
  expect(await page.getByRole("searchbox").inputValue()).toBe(author);
});

test("a user can't change books, and the answer says of what", async ({ page, others, word }) => {
  const { id, version } = await others.add({ title: `${word} Kept` });
  for (const name of ["books/create", "books/update", "books/delete"]) {
    const response = await sendOperation(page.context(), name, { id, version });
    expect(response.status()).toBe(403);
    expect(await response.json()).toMatchObject({
      json: { code: "FORBIDDEN", message: 'unauthorized to access resource "book"' },
    });
  }
  expect(await others.get(id)).toMatchObject({ title: `${word} Kept`, version });
});

test("without JavaScript a genre is a link, and a search within it is sent by Enter", async ({
  newPageOf,
  others,
  word,
}) => {
  await others.add({ title: `${word} Verses`, genre: "Poetry" });
  await others.add({ title: `${word} Dragons`, genre: "Fantasy" });
  const page = await newPageOf({}, { javaScript: false });
  await page.goto("/app/books");
  await page.getByRole("link", { name: "Poetry" }).click();
  await page.waitForURL(/genre=/);
  expect((await titles(page)).length).toBeGreaterThan(5);
  await page.getByRole("searchbox").fill(word);
  await page.getByRole("searchbox").press("Enter");
  await page.waitForURL(/searchTerm=.*genre=|genre=.*searchTerm=/);
  expect(await titles(page)).toEqual([`${word} Verses`]);
});
