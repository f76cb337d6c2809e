import { brand } from "#brand/brand.ts";
import { openHydrated } from "../support/interactions.ts";
import { adminHome } from "../support/places.ts";
import { expect, test } from "../support/test.ts";

/* App and Manager: how each leads to the other, and App's navigation. */

test("the areas lead to each other, and say who may not enter Manager", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await openHydrated(page, "/app");
  const areas = page.getByRole("region", { name: "Areas" });
  await areas.getByRole("link", { name: "Go to /manager" }).click();
  await page.waitForURL(adminHome);
  // optional: dashboard
  await areas.getByText("You are here").waitFor();
  await areas.getByRole("link", { name: "Go to /app" }).click();
  await page.waitForURL("/app");
  // end: dashboard

  const user = await newPageOf();
  await user.goto("/app");
  expect(await user.locator("main").textContent()).toContain("Access denied");
  expect(await user.locator("main").textContent()).toContain("You are here");
});

test("the sidebar has App's links and one to Manager, whose user menu and account lead back", async ({
  newPageOf,
}) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/app");
  const links = page.locator("aside").getByRole("link");
  expect(await links.allInnerTexts()).toEqual(expect.arrayContaining(["Home", "Account", "Open Manager"]));
  await page.goto("/manager/users");
  await page.getByRole("button", { name: "Collapse sidebar" }).press("Enter");
  await page.getByRole("button", { name: "Account menu for" }).click();
  await page.getByRole("menuitem", { name: "Open app" }).click();
  await page.getByRole("heading", { level: 1, name: brand.name }).waitFor();
  const width = () => page.locator("aside").evaluate((element) => element.getBoundingClientRect().width);
  expect(await width(), "still collapsed").toBe(62);
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(width).toBe(248);
  await page.goto("/manager/account");
  await page.getByRole("main").getByRole("link", { name: "Open app" }).click();
  await page.waitForURL("/app");
});

test.for([true, false])(
  "on a phone, a button opens App's sidebar as a drawer (JavaScript: %s)",
  async (javaScript, { newPageOf }) => {
    const page = await newPageOf({ role: "admin" }, { width: 390, javaScript });
    await page.goto("/app/account");
    const manager = page.locator("aside").getByRole("link", { name: "Open Manager" });
    expect(await manager.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Open sidebar" }).press("Enter");
    await manager.waitFor();
    await page.getByRole("button", { name: "Close sidebar" }).press("Enter");
    await manager.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Open sidebar" }).press("Enter");
    await manager.press("Enter");
    await page.waitForURL(adminHome);
  },
);

test("/account leads to the account in App, with its parameters", async ({ newPageOf }) => {
  const page = await newPageOf();
  await page.goto("/account?state=change-name");
  await page.waitForURL("/app/account?state=change-name");
});

test("the current screen is marked in the navigation, whatever parameters its URL has", async ({
  newPageOf,
}) => {
  const page = await newPageOf();
  await page.goto("/app?lng=en&from=mail");
  const home = page.locator("nav a[href='/app']");
  await expect.poll(() => home.count()).toBe(2); // in the sidebar, and below the page on a phone
  for (const link of await home.all()) expect(await link.getAttribute("aria-current")).toBe("page");
  expect(await page.locator("nav a[href='/app/account'][aria-current]").count()).toBe(0);
});
