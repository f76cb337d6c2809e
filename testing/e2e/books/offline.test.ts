import { openHydrated } from "../support/interactions.ts";
import { expect, test } from "../support/test.ts";

/** What App shows while the server can't be reached (public/service-worker.js). */

test("books that were opened before are shown offline with their time, and to no other user", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|503/);
  const page = await newPageOf({ name: "Olga Offline" }, { serviceWorker: true });
  await openHydrated(page, "/app");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto("/app/books");
  const books = page.getByRole("list", { name: "Books" }).getByRole("link");
  const title = await books.first().locator("span.font-serif").textContent();
  await books.first().click();
  await page.getByRole("heading", { level: 1, name: title ?? "", exact: true }).waitFor();
  await page.reload();
  // optional: rest
  await page.goto("/api/docs");
  await page.goBack();
  // end: rest

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: title ?? "", exact: true }).waitFor();
  await page.getByText(/^You’re offline\./).waitFor();
  await page.getByText(/^This page is from /).waitFor();
  await page.context().setOffline(false);
  await page.getByText(/This page is from/).waitFor({ state: "detached" });
  await page.context().setOffline(true);
  await page.goto("/app/books");
  await page.getByRole("heading", { level: 1, name: "Books" }).waitFor();
  await books.first().click();
  await page.getByRole("heading", { level: 1, name: title ?? "", exact: true }).waitFor();
  // The account and Manager are never kept.
  expect((await page.goto("/app/account"))?.status()).toBe(503);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await page.getByRole("link", { name: "Books" }).click();
  await page.getByRole("heading", { level: 1, name: "Books" }).waitFor();

  await page.context().setOffline(false);
  await openHydrated(page, "/app");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/login");
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["offline", "files"]);
  await page.context().setOffline(true);
  await page.goto("/app/books");
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(await page.getByRole("link").allInnerTexts()).toEqual(["Try again"]);
});
