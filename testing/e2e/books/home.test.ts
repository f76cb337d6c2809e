import type { Page } from "playwright-core";
import { userTest as test } from "./support.ts";
import { openHydrated, waitForHydration } from "../support/interactions.ts";
import { expect } from "../support/test.ts";

/* Books on App's start page, and the carousels of a book's page. */

const carousel = (page: Page, name: string | RegExp) => page.getByRole("list", { name });
const opened = (page: Page) => page.getByRole("region", { name: "Continue" });

/** Opens a book's page, and waits until it is remembered. */
async function openBook(page: Page, id: string) {
  await openHydrated(page, `/app/books/${id}`);
  await expect
    .poll(async () => (await page.context().cookies()).some(({ value }) => value.includes(id)))
    .toBe(true);
}

test(
  "Home shows new books, and each leads to its page",
  { tags: "smoke" },
  async ({ page, others, word }) => {
    const { id } = await others.add({ title: `${word} New` });
    await openHydrated(page, "/app");
    const tile = carousel(page, "Newest books").getByRole("link", { name: `${word} New` });
    await tile.click();
    await page.waitForURL(`/app/books/${id}`);
    await page.getByRole("heading", { level: 1, name: `${word} New` }).waitFor();
  },
);

test("Home continues with the books that the user opened last, without JavaScript too, and other users don't see them", async ({
  page,
  newPage,
  addPerson,
  signIn,
  others,
  word,
}) => {
  const first = await others.add({ title: `${word} First` });
  const second = await others.add({ title: `${word} Second` });
  await page.goto("/app");
  await opened(page).getByText("Books that you open appear here.").waitFor();
  await openBook(page, first.id);
  await openBook(page, second.id);
  await openBook(page, first.id);

  const plain = await newPage({ javaScript: false });
  await plain.context().addCookies(await page.context().cookies());
  await plain.goto("/app");
  expect(await opened(plain).getByRole("link").allInnerTexts()).toEqual([
    expect.stringContaining("First"),
    expect.stringContaining("Second"),
  ]);

  await others.remove(second.id);
  await plain.reload();
  expect(await opened(plain).getByRole("link").count()).toBe(1);

  await signIn(page.context(), (await addPerson()).email);
  await page.goto("/app");
  await opened(page).getByText("Books that you open appear here.").waitFor();
});

// optional: impersonation
test("an impersonating administrator neither sees nor changes opened books, and logging out forgets them", async ({
  newPageOf,
  addPerson,
  others,
  word,
}) => {
  const { id } = await others.add({ title: `${word} Seen` });
  const hidden = await others.add({ title: `${word} Hidden` });
  const page = await newPageOf({ role: "admin" });
  await openBook(page, id);
  const person = await addPerson();
  await openHydrated(page, `/manager/users/${person.id}`);
  await page.getByRole("button", { name: "Impersonate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Impersonate" }).click();
  await page.waitForURL("**/app");
  await opened(page).getByText("Books that you open appear here.").waitFor();
  await openHydrated(page, `/app/books/${hidden.id}`);
  await page.locator(".impersonation-banner").getByRole("button", { name: "Stop" }).press("Enter");
  await page.waitForURL("**/manager/users/**");

  await openHydrated(page, "/app");
  expect(await opened(page).getByRole("link").allInnerTexts()).toEqual([expect.stringContaining("Seen")]);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/login");
  expect((await page.context().cookies()).filter(({ value }) => value.includes(id))).toEqual([]);
});
// end: impersonation

test("a book's page leads to more by its author and in its genre, and back to the search", async ({
  page,
  others,
  word,
}) => {
  const author = `${word} Author`;
  const { id } = await others.add({ title: `${word} One`, author });
  await others.add({ title: `${word} Two`, author, genre: "Drama" });
  await openHydrated(page, `/app/books?searchTerm=${word}%20One`);
  await page.getByRole("link", { name: `${word} One` }).click();
  await page.waitForURL(`/app/books/${id}`);
  await carousel(page, "More in Fantasy").getByRole("link").first().waitFor();
  expect(await carousel(page, "More in Fantasy").getByText(author).count()).toBe(0);
  await carousel(page, `More by ${author}`)
    .getByRole("link", { name: `${word} Two` })
    .click();
  await page.getByRole("heading", { level: 1, name: `${word} Two` }).waitFor();
  await waitForHydration(page);
  await page.getByRole("link", { name: "All books" }).click();
  await page.getByText(`1 result for`).waitFor();
  expect(new URL(page.url()).searchParams.get("searchTerm")).toBe(`${word} One`);
});

test("Home leads to a search in another script", async ({ page }) => {
  await openHydrated(page, "/app");
  const things = page.getByRole("region", { name: "Things to try" });
  await things.getByRole("link", { name: "Search in another script" }).click();
  await page.waitForURL(/searchTerm=/);
  expect(await page.getByRole("list", { name: "Books" }).getByRole("listitem").count()).toBeGreaterThan(1);
});
