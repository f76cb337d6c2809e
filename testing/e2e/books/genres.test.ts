import { test } from "./support.ts";
import { buttonOf, row } from "../genres/support.ts";
import { button, field, openHydrated, waitForHydration } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

/** Manager's genres with books. */

test("a new genre can be used for books at once", { tags: "smoke" }, async ({ page, others, word }) => {
  await others.genres();
  await openHydrated(page, "/manager/books");
  await page.getByRole("link", { name: "Genres", exact: true }).click();
  await page.waitForURL("/manager/genres");
  await button(page, "New genre").click();
  await field(page, "Name").fill(` ${word}   Tales `);
  await page.getByRole("radio", { name: "Violet, 300°" }).check();
  await page.getByRole("dialog").getByText("Violet, 300°").waitFor();
  await page.getByRole("dialog").getByText(`${word} Tales`).waitFor();
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
  await field(page, "Name").fill(`${word} New`);
  await page.getByRole("radio", { name: "Teal, 180°" }).check();
  await button(page, "Save").click();
  await row(page, `${word} New`).getByText("1 book").waitFor();
  await row(page, `${word} New`).getByRole("link").click();
  await page.getByRole("cell", { name: `${word} New` }).waitFor();
  const tag = page.getByRole("cell", { name: `${word} New` }).locator(".genre-tag");
  expect(await tag.evaluate((element) => element.style.getPropertyValue("--hue"))).toBe("180");
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
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
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
