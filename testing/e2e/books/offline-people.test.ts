import type { BrowserContext, Page } from "playwright-core";
import { openHydrated } from "../support/interactions.ts";
import { query } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/* Two people use one browser, one after the other: what it keeps for offline use is never shown to the wrong one. */

/** Opens a book in App, so that it and the list of books are kept. */
async function readBook(page: Page) {
  await openHydrated(page, "/app");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto("/app/books");
  await page.getByRole("list", { name: "Books" }).getByRole("link").first().click();
  await page.waitForURL("**/app/books/*");
  await page.reload();
  await expect.poll(() => keptPaths(page)).toContain(new URL(page.url()).pathname);
  return new URL(page.url()).pathname;
}

/** The paths of the pages and data that the browser keeps of people. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("user-"));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

const keptUsers = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("user-")));

/** Tabs don't tell each other who is signed in, which loads their pages again: it may come too late. */
const separateTabs = (page: Page) =>
  page.context().addInitScript(() => (BroadcastChannel.prototype.postMessage = () => undefined));

/** Holds the server's answers to the service worker for a path. @returns what waits for the first, and what lets all go on */
async function holdAnswers(context: BrowserContext, path: string) {
  const answered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await context.route(
    (url) => url.pathname === path,
    async (route) => {
      if (!route.request().serviceWorker()) return await route.continue();
      const response = await route.fetch({ maxRedirects: 0 });
      answered.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
  );
  return { answered: answered.promise, release: released.resolve };
}

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
}

async function expectNothingOffline(page: Page, path: string) {
  await expect.poll(() => keptUsers(page)).toEqual([]);
  await page.context().setOffline(true);
  await page.goto(path);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
}

const offlineProblem = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|503|status of 401/;

test("a page that is still under way when its reader logs out is not kept", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(offlineProblem);
  const page = await newPageOf({}, { serviceWorker: true });
  await separateTabs(page);
  const path = await readBook(page);
  const slow = await page.context().newPage();
  const { answered, release } = await holdAnswers(page.context(), "/app/books");
  const loaded = slow.goto("/app/books");
  await answered;
  await logOut(page);
  await page.waitForURL("**/login");
  release();
  await loaded;
  await slow.close();
  await expectNothingOffline(page, path);
});

test("data that is still under way when the next person signs in is not kept for them", async ({
  newPageOf,
  addPerson,
  signIn,
  expectProblem,
}) => {
  expectProblem(offlineProblem);
  const page = await newPageOf({}, { serviceWorker: true });
  await separateTabs(page);
  const path = await readBook(page);
  const { answered, release } = await holdAnswers(page.context(), "/api/rpc/genres/list");
  const slow = await page.context().newPage();
  await openHydrated(slow, "/app");
  const loaded = slow.evaluate(async () => {
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    return (await fetch("/api/rpc/genres/list", request)).headers.get("x-keep-offline");
  });
  await answered;
  const next = await addPerson();
  await signIn(page.context(), next.email);
  await openHydrated(page, "/app");
  release();
  expect(await loaded).toBe("1");
  expect(await keptUsers(page)).toEqual([`user-${next.id}`]);
  expect(await keptPaths(page)).not.toContain("/api/rpc/genres/list");
  await page.context().setOffline(true);
  await page.goto(path);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
});

test("logging out deletes what is kept, although the connection is lost before the next page", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(offlineProblem);
  const page = await newPageOf({}, { serviceWorker: true });
  const path = await readBook(page);
  await page.context().route("**/login", (route) => route.abort());
  await logOut(page);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await expectNothingOffline(page, path);
});

test("a session that ended elsewhere leaves nothing once a request was rejected, although no page follows", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(offlineProblem);
  for (const load of [
    (page: Page) => page.getByRole("link", { name: "Books", exact: true }).first().click(),
    (page: Page) => page.goto("/app/books").catch(() => undefined),
  ]) {
    const { page, email } = await signedIn({}, { serviceWorker: true });
    const path = await readBook(page);
    await query(
      server.connection,
      `DELETE FROM session USING "user" WHERE "user".id = user_id AND email = $1`,
      [email],
    );
    await page.context().route("**/login?*", (route) => route.abort());
    await load(page);
    await expect.poll(() => keptUsers(page)).toEqual([]);
    await expectNothingOffline(page, path);
  }
});
