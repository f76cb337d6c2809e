import { openHydrated } from "../support/interactions.ts";
import { liveTest as test } from "./support.ts";

test("the dashboard's books by genre lead to them", async ({ page }) => {
  await openHydrated(page, "/manager/dashboard");
  await page.getByRole("table", { name: "Books by genre" }).getByRole("link").first().click();
  await page.waitForURL(/\/manager\/books\?genre=/);
});
