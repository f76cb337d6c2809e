import { openHydrated } from "../support/interactions.ts";
import { expect, test } from "../support/test.ts";

test("the sidebars lead to books and genres, and Ctrl K finds them", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await openHydrated(page, "/manager/users");
  const links = page.locator("aside").getByRole("list", { name: "Application" }).getByRole("link");
  expect(await links.allInnerTexts()).toEqual([
    "Dashboard", // optional: dashboard
    "Books",
    "Genres",
  ]);
  for (const [text, option, url] of [
    ["hawking time", "A Brief History of Time", /\/manager\/books\/./],
    ["fantasy", "Fantasy", /\/manager\/books\?genre=/],
  ] as const) {
    await page.keyboard.press("Control+K");
    await page.getByRole("dialog").getByRole("combobox").fill(text);
    await page.getByRole("option", { name: option }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(url);
  }
});
