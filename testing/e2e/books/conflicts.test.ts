import type { Page } from "playwright-core";
import { bookFacts, choose, test as base } from "./support.ts";
import { button, field, openHydrated, waitForHydration } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

/** Two people, each in their own browser, who change the same record (docs/decisions/0029). */

/** The second save of each test gets an error that the page handles. */
const test = base.extend("conflict", { auto: true }, ({ expectProblem }) =>
  expectProblem(/status of 40[49]/),
);

const choice = (page: Page, name: string) => page.getByRole("combobox", { name, exact: true });

test(
  "what only one of two people changed is saved without a question",
  { tags: "smoke" },
  async ({ page, uma: theirPage, others, word }) => {
    const { id } = await others.add({ title: `${word} First`, publisher: "First Press", genre: "Drama" });
    await openHydrated(page, `/manager/books/${id}/update`);
    await openHydrated(theirPage, `/manager/books/${id}/update`);
    await field(page, "Title").fill(`${word} Mine`);
    await choose(theirPage, "Genre", "Poetry");
    await theirPage.getByRole("button", { name: "Clear selection" }).click();
    await button(theirPage, "Save").click();
    await theirPage.waitForURL(`/manager/books/${id}`);

    await button(page, "Save").click();
    await page.waitForURL(`/manager/books/${id}`);
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    await waitForHydration(page);
    await page.getByRole("heading", { level: 1, name: `${word} Mine` }).waitFor();
    await bookFacts(page).getByText("Poetry").waitFor();
    expect(await bookFacts(page).getByText("First Press").count()).toBe(0);
  },
);

test("of fields that both changed, each person's value is shown with who saved first, and can be chosen", async ({
  page,
  others,
  word,
}) => {
  const { id } = await others.add({
    title: `${word} First`,
    author: "First Author",
    publisher: "First Press",
  });
  await openHydrated(page, `/manager/books/${id}/update`);
  await field(page, "Title").fill(`${word} Mine`);
  await choose(page, "Genre", "Poetry");
  await button(page, "Clear selection").click();
  await others.change(id, { title: `${word} Theirs`, author: "Their Author", publisher: "Their Press" });
  await button(page, "Save").click();

  const dialog = page.getByRole("dialog", { name: "Someone else saved first" });
  await dialog.getByText("Saved by Uma now").waitFor();
  expect(await dialog.getByRole("radiogroup").count()).toBe(2);
  const title = dialog.getByRole("radiogroup", { name: "Title" });
  await title.getByRole("radio", { name: `Yours: ${word} Mine` }).check();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  const publisher = dialog.getByRole("radiogroup", { name: "Publisher" });
  await publisher.getByRole("radio", { name: "Yours: Empty" }).waitFor();
  await publisher.getByRole("radio", { name: "Theirs: Their Press" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();

  await page.waitForURL(`/manager/books/${id}`);
  await page.reload();
  await waitForHydration(page);
  await page.getByRole("heading", { level: 1, name: `${word} Mine` }).waitFor();
  for (const text of ["Poetry", "Their Author", "Their Press"])
    await page.getByRole("main").getByText(text).first().waitFor();
});

test("going back to the form changes nothing, and saving again asks again", async ({
  page,
  others,
  word,
}) => {
  const { id } = await others.add({ title: `${word} First` });
  await openHydrated(page, `/manager/books/${id}/update`);
  await field(page, "Title").fill(`${word} Mine`);
  await others.change(id, { title: `${word} Second` });
  await button(page, "Save").click();
  const dialog = page.getByRole("dialog", { name: "Someone else saved first" });
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await field(page, "Title").inputValue()).toBe(`${word} Mine`);

  await others.change(id, { title: `${word} Third` });
  await button(page, "Save").click();
  await dialog.getByRole("radio", { name: `Theirs: ${word} Third` }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: `${word} Third` }).waitFor();
});

test("a merged book can still be rejected, and the form shows what was merged", async ({
  page,
  others,
  word,
}) => {
  await others.add({ title: `${word} Mine`, author: "Their Author" });
  const { id } = await others.add({ title: `${word} First`, author: "First Author" });
  await openHydrated(page, `/manager/books/${id}/update`);
  await field(page, "Title").fill(`${word} Mine`);
  await others.change(id, { author: "Their Author" });
  await button(page, "Save").click();
  await page.getByText("Title already used with the same author").last().waitFor();
  expect(await field(page, "Title").inputValue()).toBe(`${word} Mine`);
  expect(await choice(page, "Author").inputValue()).toBe("Their Author");

  await field(page, "Title").fill(`${word} Other`);
  await button(page, "Save").click();
  await page.getByRole("heading", { level: 1, name: `${word} Other` }).waitFor();
  await page.getByText("Their Author").first().waitFor();
});

test("a book that is deleted while it is edited can be created again from the form", async ({
  page,
  others,
  word,
}) => {
  const { id } = await others.add({ title: `${word} First` });
  await openHydrated(page, `/manager/books/${id}/update`);
  await field(page, "Title").fill(`${word} Mine`);
  await others.remove(id);
  await button(page, "Save").click();
  const dialog = page.getByRole("dialog", { name: "Someone else deleted this" });
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await field(page, "Title").inputValue()).toBe(`${word} Mine`);
  await button(page, "Save").click();
  await dialog.getByRole("button", { name: "Create it again" }).click();
  await page.getByRole("heading", { level: 1, name: `${word} Mine` }).waitFor();
  expect(page.url()).not.toContain(id);
});

test("a genre's name and color are merged, and a name that both changed is asked for", async ({
  page,
  others,
  word,
}) => {
  const { id } = await others.addGenre(`${word} First`, 30);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await openHydrated(page, "/manager/genres");
  await row(word).getByRole("button", { name: /^Edit/ }).click();
  const form = page.getByRole("dialog", { name: "Edit genre" });
  await form.getByRole("radio", { name: "Teal, 180°" }).check();
  await others.renameGenre(id, `${word} Second`);
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "hidden" });
  await row(`${word} Second`).waitFor();
  expect((await others.genres()).find((genre) => genre.id === id)).toMatchObject({
    name: `${word} Second`,
    hue: 180,
  });

  await row(word).getByRole("button", { name: /^Edit/ }).click();
  await form.getByRole("textbox", { name: "Name" }).fill(`${word} Mine`);
  await others.renameGenre(id, `${word} Theirs`);
  await form.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Someone else saved first" });
  await dialog.getByRole("radio", { name: `Yours: ${word} Mine` }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await row(`${word} Mine`).waitFor();
});
