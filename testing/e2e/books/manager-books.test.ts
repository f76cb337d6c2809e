import type { Page } from "playwright-core";
import { bookFacts, choose, test } from "./support.ts";
import { button, field, openHydrated, tabTo, waitForHydration } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

/** Manager's books (specification, "Manager book list", "Manager book detail", "New book and Update book"). */

const search = (page: Page) => new URL(page.url()).searchParams;
const titles = (page: Page) => page.locator("tbody .row-link").allTextContents();
const choice = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

test("a search filters the list, shows the total, and is in the URL", async ({ page, others, word }) => {
  for (const number of [1, 2, 3]) await others.add({ title: `${word} Tome ${number}` });
  await openHydrated(page, "/manager/books?searchTerm=");
  await page.getByText(/^Showing 20 of \d+$/).waitFor();
  expect(search(page).size).toBe(0);
  await page.getByRole("searchbox").fill(`${word} tome`);
  await page.getByText(`3 results for "${word} tome"`).waitFor();
  expect(search(page).get("searchTerm")).toBe(`${word} tome`);
  expect(await titles(page)).toEqual([1, 2, 3].map((number) => `${word} Tome ${number}`));

  await page.reload();
  await waitForHydration(page);
  expect(await page.getByRole("searchbox").inputValue()).toBe(`${word} tome`);
  expect(await titles(page)).toHaveLength(3);

  await page.getByRole("searchbox").fill(`${word} nowhere`);
  await page.getByText(`No results for "${word} nowhere"`).waitFor();
  await button(page, "Clear").click();
  await page.getByText(/^Showing 20 of \d+$/).waitFor();
  expect(search(page).size).toBe(0);
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
  await page.goBack();
  await page.getByText(`No results for "${word} nowhere"`).waitFor();
});

test("every column sorts in both directions, and Back restores the previous order", async ({
  page,
  others,
  word,
}) => {
  await others.add({ title: `${word} A`, author: "Cora", genre: "Poetry", publisher: "Beta" });
  await others.add({ title: `${word} B`, author: "Anna", genre: "Drama", publisher: "Gamma" });
  await others.add({ title: `${word} C`, author: "Berta", genre: "Mystery", publisher: "Alpha" });
  const shown = async () => (await titles(page)).map((title) => title.replace(`${word} `, "")).join("");
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  expect(await shown()).toBe("ABC");

  for (const [column, parameter, order] of [
    ["Author", "author", "BCA"],
    ["Genre", "genre", "BCA"],
    ["Publisher", "publisher", "CAB"],
    ["Title", "title", "ABC"],
  ] as const) {
    const heading = page.getByRole("columnheader", { name: column });
    await heading.getByRole("link").click();
    await expect.poll(shown).toBe(order);
    expect(search(page).get("sort")).toBe(parameter === "title" ? null : parameter);
    expect(await heading.getAttribute("aria-sort")).toBe("ascending");
    await heading.getByRole("link").click();
    await expect.poll(shown).toBe([...order].toReversed().join(""));
    expect(search(page).get("sort")).toBe(`-${parameter}`);
  }
  await page.getByRole("columnheader", { name: "Updated" }).getByRole("link").click();
  await expect.poll(shown).toBe("CBA");
  expect(search(page).get("sort")).toBe("-updatedAt");
  await page.goBack();
  await expect.poll(() => search(page).get("sort")).toBe("-title");
});

test("a genre filters the list, together with a search", async ({ page, others, word }) => {
  await others.add({ title: `${word} Verses`, genre: "Poetry" });
  await others.add({ title: `${word} Scenes`, genre: "Drama" });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("list", { name: "Genre" }).getByRole("link", { name: "Drama" }).click();
  await expect.poll(() => titles(page)).toEqual([`${word} Scenes`]);
  expect(search(page).get("genre")).toBe(await others.genreId("Drama"));
  expect(search(page).get("searchTerm")).toBe(word);
  await page.getByText(`1 result for "${word}"`).waitFor();
  await page.goBack();
  await expect.poll(() => titles(page)).toHaveLength(2);
});

test("the selection survives reloading, and is deleted after one confirmation", async ({
  page,
  others,
  word,
}) => {
  for (const name of ["A", "B", "C"]) await others.add({ title: `${word} ${name}` });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("checkbox", { name: `${word} A` }).check();
  await page.getByRole("checkbox", { name: `${word} C` }).check();
  await expect.poll(() => search(page).get("selected")).toContain(",");
  await page.reload();
  await waitForHydration(page);
  await page.getByText("2 selected").waitFor();

  await button(page, "Delete").click();
  const question = page.getByRole("dialog", { name: "Delete 2 items" });
  await question.getByText("The selected items will be deleted. You can undo this for 8 seconds.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("2 items deleted").waitFor();
  await expect.poll(() => titles(page)).toEqual([`${word} B`]);
  await page.getByText(`1 result for "${word}"`).waitFor();
  expect(search(page).get("selected")).toBeNull();
});

test("of several books, those that someone else has changed or deleted since are listed with the reason, even after a reload", async ({
  page,
  others,
  word,
}) => {
  const [a, b] = [await others.add({ title: `${word} A` }), await others.add({ title: `${word} B` })];
  await others.add({ title: `${word} C` });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await page.getByText("3 selected").waitFor();
  await expect.poll(() => search(page).get("selected")).toContain(a.id);
  await others.change(a.id, { publisher: "Other Press" });
  await others.remove(b.id);

  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const left = page.getByRole("dialog", { name: "Some items weren’t deleted" });
  await left.getByText("Someone else changed it").waitFor();
  expect(await left.getByRole("listitem").count()).toBe(2);
  await left.getByText("It was already deleted.").waitFor();
  await left.getByRole("button", { name: "Close" }).last().click();
  await expect.poll(() => titles(page)).toEqual([`${word} A`]);
  await page.getByText("1 selected").waitFor();

  await others.change(a.id, { publisher: "Another Press" });
  await page.reload();
  await waitForHydration(page);
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await left.getByText("Someone else changed it").waitFor();
  await left.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("1 selected").waitFor();
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("1 item deleted").waitFor();
});

test("a new book has existing or new names, and is in the list at once", async ({ page, others, word }) => {
  await others.add({ title: `${word} Earlier`, author: `${word} Known` });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("link", { name: "New book" }).click();
  await page.waitForURL("/manager/books/new");
  await page.getByRole("heading", { level: 1, name: "New book" }).waitFor();
  await field(page, "Title").fill(` ${word}   Tides `);
  await choose(page, "Author", word, `${word} Known`);
  await choose(page, "Genre", "sci", "Science");
  await choose(page, "Publisher (optional)", `${word} Press`, `Create "${word} Press"`);
  await button(page, "Create").click();

  await page.getByRole("heading", { level: 1, name: `${word} Tides` }).waitFor();
  await page.waitForURL(/\/manager\/books\/[\da-f-]{36}$/);
  for (const text of [`${word} Known`, "Science", `${word} Press`])
    await page.getByRole("main").getByText(text, { exact: true }).first().waitFor();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Books" }).click();
  await page.getByRole("searchbox").fill(word);
  await expect.poll(() => titles(page)).toEqual([`${word} Earlier`, `${word} Tides`]);
});

test("until the code of its selects has loaded, the server's form stays as it is, and then has what was typed", async ({
  page,
  others,
  word,
}) => {
  const book = await others.add({ title: `${word} Tides`, author: `${word} Author` });
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/\/assets\/select-field-/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/assets\/select-field-/);
  await page.goto(`/manager/books/${book.id}/update`, { waitUntil: "commit" });
  const author = await choice(page, "Author").elementHandle();
  await requested;
  await field(page, "Title").fill(`${word} Waves`);
  await choice(page, "Author").fill(`${word} New`);
  expect(await choice(page, "Genre").inputValue()).not.toBe("");

  allow();
  await waitForHydration(page);
  expect(await author?.evaluate((input) => input.isConnected)).toBe(true);
  await page.getByRole("option", { name: `Create "${word} New"` }).click();
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: `${word} Waves` }).waitFor();
  expect((await others.get(book.id)).author).toBe(`${word} New`);
});

test("missing values are reported on each field, and a duplicate on title and author", async ({
  page,
  others,
  word,
  expectProblem,
}) => {
  expectProblem(/409/);
  await others.add({ title: `${word} Twice`, author: `${word} Same` });
  await openHydrated(page, "/manager/books/new");
  await button(page, "Create").click();
  await page.getByText("Title is required").waitFor();
  expect(await page.getByText("Title is required").count()).toBe(1);
  expect(await page.getByText("Required", { exact: true }).count()).toBe(2);
  expect(await field(page, "Title").evaluate((input) => input === document.activeElement)).toBe(true);

  await field(page, "Title").fill(`${word} TWICE`);
  await choose(page, "Author", `${word} same`, `${word} Same`);
  await choose(page, "Genre", "Drama", "Drama");
  await button(page, "Create").click();
  await page.getByText("Title already used with the same author").last().waitFor();
  await page.getByText("A book already exists for this author").last().waitFor();
  expect(await field(page, "Title").getAttribute("aria-invalid")).toBe("true");
  expect(await choice(page, "Author").inputValue()).toBe(`${word} Same`);
  expect(await choice(page, "Genre").inputValue()).toBe("Drama");

  await field(page, "Title").fill(`${word} Thrice`);
  expect(await page.getByText("A book already exists for this author").count()).toBe(0);
  await button(page, "Create").click();
  await page.getByRole("heading", { level: 1, name: `${word} Thrice` }).waitFor();
});

test.for([1280, 390])(
  "at %i px, Tab visits a book's fields and buttons from top to bottom",
  async (width, { page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openHydrated(page, "/manager/books/new");
    const tops: number[] = [];
    const names: string[] = [];
    for (let step = 0; step < 9; step++) {
      const { top, name } = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        const { top } = element.getBoundingClientRect();
        return { top: top + scrollY, name: element.labels?.[0]?.textContent ?? element.textContent };
      });
      names.push(name);
      tops.push(top);
      if (name === "Create") break;
      await page.keyboard.press("Tab");
    }
    expect(names[0]).toBe("Title");
    expect(names.at(-1)).toBe("Create");
    expect(names.indexOf("Cover (optional)")).toBeGreaterThan(names.indexOf("Publisher (optional)")); // optional: images
    if (width < 768) expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  },
);

test("after saving, a book's page, the list and the breadcrumb show the change at once", async ({
  page,
  others,
  word,
}) => {
  const { id } = await others.add({ title: `${word} Before`, publisher: "Old Press" });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("link", { name: `${word} Before` }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.waitForURL(`/manager/books/${id}/update`);
  await page.getByRole("heading", { level: 1, name: "Update book" }).waitFor();
  expect(await choice(page, "Author").inputValue()).toBe("Ada Author");
  await field(page, "Title").fill(`${word} After`);
  await button(page, "Clear selection").click();
  await button(page, "Save").click();

  await page.waitForURL(`/manager/books/${id}`);
  await page.getByRole("heading", { level: 1, name: `${word} After` }).waitFor();
  expect(await bookFacts(page).getByText("Old Press").count()).toBe(0);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByText(`${word} After`).waitFor();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => titles(page)).toEqual([`${word} After`]);
});

test("a book is deleted after a confirmation, and the list has the search it had", async ({
  page,
  others,
  word,
}) => {
  for (const name of ["A", "B", "C"]) await others.add({ title: `${word} ${name}` });
  await openHydrated(page, `/manager/books?searchTerm=${word}&sort=-title`);
  await page.getByRole("link", { name: `${word} B` }).click();
  await page.getByRole("heading", { level: 1, name: `${word} B` }).waitFor();
  // After opening the form and reloading.
  await page.getByRole("link", { name: "Edit" }).click();
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: `${word} B` }).waitFor();
  await page.reload();
  await waitForHydration(page);

  await button(page, "Delete").click();
  const question = page.getByRole("dialog", { name: `Delete "${word} B"` });
  await question
    .getByText("You are about to permanently delete this book. This action cannot be undone.")
    .waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  await button(page, "Delete").click();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Book deleted").waitFor();
  expect(await button(page, "Undo").count()).toBe(0);
  await expect.poll(() => titles(page)).toEqual([`${word} C`, `${word} A`]);
  expect(Object.fromEntries(search(page))).toEqual({ searchTerm: word, sort: "-title" });
});

test("a deletion of several books can be undone, and the list shows them again as they were", async ({
  page,
  others,
  word,
}) => {
  const { id, version } = await others.add({ title: `${word} A`, publisher: "Old Press" });
  await others.add({ title: `${word} B` });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`No results for "${word}"`).waitFor();
  await button(page, "Undo").click();
  await page.getByText("Restored", { exact: true }).waitFor();
  await expect.poll(() => titles(page)).toEqual([`${word} A`, `${word} B`]);
  expect(await others.get(id)).toMatchObject({ title: `${word} A`, publisher: "Old Press", version });
});

test("a deletion that can't be undone any more says so", async ({ page, others, word, expectProblem }) => {
  expectProblem(/409/);
  await others.add({ title: word });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await button(page, "Undo").waitFor();
  await others.add({ title: word });
  await button(page, "Undo").click();
  await page.getByText("Failed to undo the deletion").waitFor();
});

test("going back to a deleted book's page shows that it doesn't exist", async ({
  page,
  others,
  word,
  expectProblem,
}) => {
  expectProblem(/404/);
  await others.add({ title: word });
  await openHydrated(page, `/manager/books?searchTerm=${word}`);
  await page.getByRole("link", { name: word }).click();
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`No results for "${word}"`).waitFor();
  await page.goBack();
  await page.getByText("This page could not be found").waitFor();
});

test("a book that someone else has saved isn't deleted in an unseen version", async ({
  page,
  others,
  word,
  expectProblem,
}) => {
  expectProblem(/409/);
  const { id } = await others.add({ title: `${word} Old` });
  await openHydrated(page, `/manager/books/${id}`);
  await others.change(id, { title: `${word} New` });
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Someone else changed this.").waitFor();
  await page.getByRole("heading", { level: 1, name: `${word} New` }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await button(page, "Delete").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL("/manager/books");
});

test("a form with changes asks before it is left", async ({ page, others, word }) => {
  const { id } = await others.add({ title: `${word} Kept` });
  await openHydrated(page, `/manager/books/${id}/update`);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL(`/manager/books/${id}`);
  await page.getByRole("link", { name: "Edit" }).click();
  await field(page, "Title").fill(`${word} Changed`);
  await page.locator("aside").getByRole("link", { name: "Users" }).click();
  const question = page.getByRole("dialog", { name: "Are you sure you want to leave?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await field(page, "Title").inputValue()).toBe(`${word} Changed`);
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { level: 1, name: `${word} Kept` }).waitFor();
});

test(
  "a book can be found, opened, changed and deleted by keyboard",
  { tags: "smoke" },
  async ({ page, others, word }) => {
    await others.add({ title: `${word} Keys` });
    await openHydrated(page, "/manager/books");
    await tabTo(page, "Search");
    await page.keyboard.type(word);
    await page.getByText(`1 result for "${word}"`).waitFor();
    await tabTo(page, `${word} Keys`);
    await page.keyboard.press("Enter");
    await page.locator("h1:focus", { hasText: `${word} Keys` }).waitFor();
    await page.keyboard.press("e");
    await page.locator("h1:focus", { hasText: "Update book" }).waitFor();
    await page.keyboard.press("e");
    await page.keyboard.press("End");
    await page.keyboard.type(" only");
    await page.keyboard.press("Enter");
    await page.locator("h1:focus", { hasText: `${word} Keys only` }).waitFor();
    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").locator(":focus", { hasText: "Cancel" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Book deleted").waitFor();
    await page.getByText(`No results for "${word}"`).waitFor();
  },
);

test("rows have keyboard shortcuts, which a dialog lists", async ({ page, others, word }) => {
  for (const name of ["A", "B", "C"]) await others.add({ title: `${word} ${name}` });
  await openHydrated(page, "/manager/books");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press("/");
  await page.keyboard.type(word);
  await page.getByText(`3 results for "${word}"`).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe(`${word} B`);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe(`${word} B`);

  await page.keyboard.press("e");
  await page.locator("h1:focus", { hasText: "Update book" }).waitFor();
  expect(await field(page, "Title").inputValue()).toBe(`${word} B`);
  await page.goBack();
  await expect.poll(() => titles(page)).toHaveLength(3);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: `Delete "${word} B"` }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Book deleted").waitFor();
  await expect.poll(() => titles(page)).toEqual([`${word} A`, `${word} C`]);
  await expect.poll(focused).toBe(`${word} C`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: `${word} C` }).waitFor();
});

// optional: ar
test(
  "in Arabic, on a phone, a book is added, found and deleted",
  { tags: "smoke" },
  async ({ newPageOf, word }) => {
    const page = await newPageOf({ role: "admin" }, { language: "ar", theme: "dark", width: 390 });
    await openHydrated(page, "/manager/books");
    await page.getByRole("link", { name: "كتاب جديد" }).click();
    await field(page, "العنوان").fill(`${word} ألف ليلة`);
    await choose(page, "المؤلف", `${word} مجهول`, `إنشاء «${word} مجهول»`);
    await choose(page, "التصنيف", "Drama", "Drama");
    await button(page, "إنشاء").click();
    await page.getByRole("heading", { level: 1, name: `${word} ألف ليلة` }).waitFor();

    await openHydrated(page, `/manager/books?searchTerm=${word}`);
    await page.getByRole("link", { name: `${word} ألف ليلة` }).click();
    await button(page, "حذف").click();
    await page.getByRole("dialog").getByRole("button", { name: "حذف" }).click();
    await page.getByText("حُذف الكتاب").waitFor();
    await page.getByText(`لا توجد نتائج لـ «${word}»`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  },
);
// end: ar
