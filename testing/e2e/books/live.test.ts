import type { Page, Request } from "playwright-core";
import { test as base } from "./support.ts";
import { openHydrated } from "../support/interactions.ts";
import { query } from "../support/people.ts";
import { expect } from "../support/test.ts";

/** Live updates (docs/decisions/0017-live-updates.md). */

const test = base.extend(
  "page",
  async ({ newPageOf }) => await newPageOf({ role: "admin", name: "Ada" }, { live: true }),
);

/** Another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await openHydrated(tab, path);
  return tab;
}

/** The number of streams that a browser's tabs have opened. */
function watchStreams(page: Page): Request[] {
  const asked: Request[] = [];
  page.context().on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/live") asked.push(request);
  });
  return asked;
}

test(
  "lists and open books show other users' changes, over one stream for all tabs",
  { timeout: 180_000 },
  async ({ page, others, word, expectProblem }) => {
    // The page of a deleted book refetches it.
    expectProblem(/404/);
    const streams = watchStreams(page);
    const { id: genreId } = await others.addGenre(`${word} Before`);
    const first = await others.add({ title: `${word} First`, genre: `${word} Before` });
    await openHydrated(page, `/manager/books?searchTerm=${word}`);
    await expect.poll(() => streams).toHaveLength(1);
    const app = await openTab(page, `/app/books?searchTerm=${word}`); // optional: app
    const home = await openTab(page, "/app"); // optional: app
    const dashboard = await openTab(page, "/manager/dashboard"); // optional: dashboard
    const genres = await openTab(page, "/manager/genres");
    const form = await openTab(page, `/manager/books/${first.id}/update`);
    await form.getByRole("textbox", { name: "Title" }).fill(`${word} Typed`);

    const second = await others.add({ title: `${word} Second`, genre: `${word} Before` });
    await page.getByRole("link", { name: `${word} Second` }).waitFor();
    await page.getByText(`2 results for "${word}"`).waitFor();
    await app.getByRole("link", { name: `${word} Second` }).waitFor(); // optional: app
    // optional: app
    const newest = home.getByRole("list", { name: "Newest books" });
    await newest.getByRole("link", { name: `${word} Second` }).waitFor();
    // end: app
    // optional: dashboard
    await dashboard.getByRole("region", { name: "Latest books" }).getByText(`${word} Second`).waitFor();
    // end: dashboard
    await genres.getByRole("row").filter({ hasText: word }).getByText("2 books").waitFor();

    await others.renameGenre(genreId, `${word} After`);
    await page
      .getByRole("cell", { name: `${word} After` })
      .first()
      .waitFor();
    await genres
      .getByRole("row")
      .filter({ hasText: `${word} After` })
      .waitFor();

    await openHydrated(app, `/app/books/${second.id}`); // optional: app
    await others.remove(second.id);
    await app.getByText("Someone else deleted this").waitFor(); // optional: app
    await page.getByText(`1 result for "${word}"`).waitFor();

    await others.change(first.id, { title: `${word} Third` });
    await form.getByRole("navigation", { name: "Breadcrumb" }).getByText(`${word} Third`).waitFor();
    await form.getByText("Someone else changed this").waitFor();
    expect(await form.getByRole("textbox", { name: "Title" }).inputValue()).toBe(`${word} Typed`);

    expect(streams).toHaveLength(1);
    await streams[0]?.frame().page().close();
    await expect.poll(() => streams).toHaveLength(2);
    await others.add({ title: `${word} Fourth`, genre: `${word} After` });
    // optional: dashboard
    await dashboard.getByRole("region", { name: "Latest books" }).getByText(`${word} Fourth`).waitFor();
    // end: dashboard
    await genres.getByRole("row").filter({ hasText: word }).getByText("2 books").waitFor();
    expect(streams).toHaveLength(2);
  },
);

test("a page whose session was revoked redirects to the login page, or is hidden if it has unsaved changes", async ({
  page,
  others,
  server,
  addPerson,
  newPage,
  signIn,
  word,
  expectProblem,
}) => {
  // Changes by other tests cause another refetch.
  expectProblem(/status of 401/);
  await others.genres();
  const person = await addPerson({ role: "admin" });
  const own = await newPage({ live: true });
  await signIn(own.context(), person.email);
  const streams = watchStreams(own);
  const form = await openTab(own, "/manager/books/new");
  await form.getByRole("textbox", { name: "Title" }).fill(word);
  await openHydrated(own, "/manager/genres");
  await openHydrated(page, "/manager/genres");
  await expect.poll(() => streams).toHaveLength(1);

  await query(server.connection, "DELETE FROM session WHERE user_id = $1", [person.id]);
  await own.waitForURL("/login?redirect=%2Fmanager%2Fgenres");
  await form.getByRole("dialog", { name: "Log in again" }).waitFor();
  const title = form.getByRole("textbox", { name: "Title", includeHidden: true });
  expect([await title.inputValue(), await title.isVisible()]).toEqual([word, false]);
  expect(new URL(page.url()).pathname).toBe("/manager/genres");
});
