import { brand } from "#brand/brand.ts";
import { openHydrated } from "../support/interactions.ts";
import { expect, test } from "../support/test.ts";

/* App's start page. */

test("Home links to the documentation and issues, and each of the things to try does what it says", async ({
  newPageOf,
}) => {
  const page = await newPageOf();
  await openHydrated(page, "/app");
  for (const [name, href] of [
    ["Documentation", brand.documentation],
    ["Open an issue", brand.issues],
  ] as const)
    expect(await page.getByRole("link", { name }).getAttribute("href")).toBe(href);
  // optional: palette
  await page
    .getByRole("region", { name: "Things to try" })
    .getByRole("button", { name: "Search or jump to anything" })
    .click();
  await page.getByRole("dialog", { name: "Search and commands" }).waitFor();
  await page.keyboard.press("Escape");
  // end: palette
  // optional: ar
  await page.getByRole("region", { name: "Things to try" }).getByRole("link", { name: "العربية" }).click();
  await page.locator("html[lang=ar][dir=rtl]").waitFor();
  await page.getByRole("link", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor();
  // end: ar
});
