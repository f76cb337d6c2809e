import { openHydrated } from "../support/interactions.ts";
import { expect } from "../support/test.ts";
import { test } from "./support.ts";

test("the dashboard's books by genre lead to them", async ({ page }) => {
  await openHydrated(page, "/manager/dashboard");
  await page.getByRole("table", { name: "Books by genre" }).getByRole("link").first().click();
  await page.waitForURL(/\/manager\/books\?genre=/);
});

test("the dashboard leads to the latest books and to all", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager");
  await page.waitForURL("/manager/dashboard");
  const latest = page.getByRole("region", { name: "Latest books" });
  expect(await latest.getByRole("listitem").count()).toBe(5);
  await latest.getByRole("link", { name: "All books" }).click();
  await page.waitForURL("/manager/books?sort=-updatedAt");
  await page.goBack();
  await page.getByRole("link", { name: "All genres" }).click();
  await page.waitForURL("/manager/genres");
  await page.getByRole("link", { name: "Books" }).first().click();
  await page.waitForURL("/manager/books");
  await page.getByRole("rowheader", { name: "A Brief History of Time" }).waitFor();
  await page.getByRole("button", { name: "Load more" }).click();
  await page.locator("tbody tr").nth(39).waitFor();
});
