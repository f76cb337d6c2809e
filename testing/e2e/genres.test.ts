import type { Page } from "playwright-core";
import { library, uniqueWord } from "./support/books.ts";
import { waitForHydration, openHydrated } from "./support/interactions.ts";
import { expect, test as base } from "./support/test.ts";

/** Manager's genres. Each test removes those that it added. */

const test = base
  .extend("word", () => uniqueWord())
  .extend("page", async ({ newPageOf }) => {
    const page = await newPageOf({ role: "admin" });
    return page;
  })
  /** Changes by other users. Added genres are removed after the test. */
  .extend("others", async ({ page, server, word }, { onCleanup }) => {
    const others = library(page.context(), server.url);
    onCleanup(() => others.removeGenres(word));
    return others;
  });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const name = (page: Page) => page.getByRole("textbox", { name: "Name" });
const button = (page: Page, label: string) => page.getByRole("button", { name: label });
/** A row's button, whose label isolates the genre's name. */
const buttonOf = (page: Page, action: string, genre: string) =>
  button(page, `${action} \u2068${genre}\u2069`);
const dialog = (page: Page) => page.getByRole("dialog");

test("a new genre can be used for books at once", { tags: "smoke" }, async ({ page, others, word }) => {
  await others.genres();
  await openHydrated(page, "/manager/books");
  await page.getByRole("link", { name: "Genres", exact: true }).click();
  await page.waitForURL("/manager/genres");
  await button(page, "New genre").click();
  await name(page).fill(` ${word}   Tales `);
  await page.getByRole("radio", { name: "Violet, 300°" }).check();
  await dialog(page).getByText("Violet, 300°").waitFor();
  await dialog(page).getByText(`${word} Tales`).waitFor();
  await button(page, "Create").click();

  await page.getByText("Saved", { exact: true }).waitFor();
  await row(page, `${word} Tales`).getByText("0 books").waitFor();
  const genre = (await others.genres()).find((each) => each.name === `${word} Tales`);
  expect(genre?.hue).toBe(300);
  await page.getByRole("link", { name: "Books", exact: true }).first().click();
  await page.getByRole("link", { name: "New book" }).click();
  await page.getByRole("combobox", { name: "Genre" }).click();
  await page.keyboard.type(word);
  await page.getByRole("option", { name: `${word} Tales` }).waitFor();
});

test("a genre's number of books links to them", async ({ page, others, word }) => {
  const { id } = await others.addGenre(word);
  for (const title of ["A", "B"]) await others.add({ title: `${word} ${title}`, genre: word });
  await openHydrated(page, "/manager/genres");
  await row(page, word).getByRole("link", { name: "2 books" }).click();
  await page.waitForURL(`/manager/books?genre=${id}`);
  await page.getByText("Showing 2 of 2").waitFor();
});

test("a genre's new name and color are shown with its books at once", async ({ page, others, word }) => {
  await others.addGenre(`${word} Old`, 95);
  await others.add({ title: `${word} Book`, genre: `${word} Old` });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("cell", { name: `${word} Old` }).waitFor();
  await page.getByRole("link", { name: "Genres", exact: true }).click();
  await buttonOf(page, "Edit", `${word} Old`).click();
  expect(await page.getByRole("radio", { name: "Gold, 95°" }).isChecked()).toBe(true);
  await name(page).fill(`${word} New`);
  await page.getByRole("radio", { name: "Teal, 180°" }).check();
  await button(page, "Save").click();
  await row(page, `${word} New`).getByText("1 book").waitFor();
  await row(page, `${word} New`).getByRole("link").click();
  await page.getByRole("cell", { name: `${word} New` }).waitFor();
  const tag = page.getByRole("cell", { name: `${word} New` }).locator(".genre-tag");
  expect(await tag.evaluate((element) => element.style.getPropertyValue("--hue"))).toBe("180");
});

test("a missing name and a duplicate are reported on the field", async ({
  page,
  others,
  word,
  expectProblem,
}) => {
  expectProblem(/409/);
  await others.addGenre(`${word} Élan`);
  await openHydrated(page, "/manager/genres");
  await button(page, "New genre").click();
  await button(page, "Create").click();
  await dialog(page).getByText("Required").waitFor();
  await expect.poll(() => name(page).evaluate((field) => field === document.activeElement)).toBe(true);

  await name(page).fill(`${word} ÉLAN`);
  await button(page, "Create").click();
  await dialog(page).getByText("Genre already exists").waitFor();
  expect(await name(page).inputValue()).toBe(`${word} ÉLAN`);
  expect(await name(page).getAttribute("aria-invalid")).toBe("true");
  await button(page, "Cancel").click();
  await page.getByRole("dialog", { name: "Are you sure you want to leave?" }).waitFor();
  await button(page, "Leave").click();
  await page.getByRole("dialog", { name: "New genre" }).waitFor({ state: "hidden" });
  await button(page, "New genre").click();
  expect(await name(page).inputValue()).toBe("");
});

test("a genre without books is deleted after a confirmation", async ({ page, others, word }) => {
  await others.addGenre(word);
  await openHydrated(page, "/manager/genres");
  await buttonOf(page, "Delete", word).click();
  const question = page.getByRole("dialog", { name: `Delete "${word}"` });
  await question.getByText("This genre will be deleted. You can undo this for 8 seconds.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Genre deleted").waitFor();
  await row(page, word).waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("New genre");
});

test("a genre in use isn't deleted, and says how many books have it", async ({
  page,
  others,
  word,
  expectProblem,
}) => {
  expectProblem(/409/);
  const { id } = await others.addGenre(word);
  await openHydrated(page, "/manager/genres");
  // The list doesn't have it yet.
  await others.add({ title: `${word} A`, genre: word });
  await buttonOf(page, "Delete", word).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  const inUse = page.getByRole("dialog", { name: `"${word}" is in use` });
  await inUse.getByText("1 book uses this genre.").waitFor();
  await inUse.getByRole("button", { name: "Close" }).last().click();
  await inUse.waitFor({ state: "hidden" });
  await row(page, word).getByText("1 book").waitFor();

  await others.add({ title: `${word} B`, genre: word });
  await page.reload();
  await waitForHydration(page);
  await buttonOf(page, "Delete", word).click();
  await inUse.getByText("2 books use this genre.").waitFor();
  await inUse.getByRole("link", { name: "Show books" }).click();
  await page.waitForURL(`/manager/books?genre=${id}`);
  await page.getByText("Showing 2 of 2").waitFor();
});

test("a genre is added by keyboard, with a hue chosen by arrow keys", async ({ page, others, word }) => {
  await others.genres();
  await openHydrated(page, "/manager/genres");
  await button(page, "New genre").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => name(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(word);
  await page.keyboard.press("Tab");
  const chosen = page.getByRole("radio", { checked: true });
  const before = Number(await chosen.inputValue());
  await page.keyboard.press("ArrowRight");
  expect(Number(await chosen.inputValue())).toBe((before + 15) % 360);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await row(page, word).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("New genre");
});

test("in Arabic, on a phone, a genre's color is changed", async ({ newPageOf, others, word }) => {
  const { id } = await others.addGenre(word, 30);
  const page = await newPageOf({ role: "admin" }, { language: "ar", theme: "light", width: 390 });
  await openHydrated(page, "/manager/genres");
  await buttonOf(page, "تعديل", word).click();
  await page.getByRole("radio", { name: /^أزرق، 270/ }).check();
  await button(page, "حفظ").click();
  await page.getByText("تم الحفظ").waitFor();
  expect((await others.genres()).find((genre) => genre.id === id)?.hue).toBe(270);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
