import { adminHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";

/* Navigation: the sidebar, the drawer, the breadcrumb, the user menu, and the focus. */

const focusedText = () => document.activeElement?.textContent?.trim();

test("a collapsed sidebar stays collapsed after reloads, already in the HTML", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/users");
  const sidebar = page.locator("aside");
  const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
  expect(await width()).toBe(248);
  await page.getByRole("button", { name: "Collapse sidebar" }).press("Enter");
  await expect.poll(width).toBe(62);
  await sidebar.getByRole("link", { name: "Users" }).waitFor();

  const html = await (await page.context().request.get("/manager/users")).text();
  expect(html).toMatch(/<aside[^>]*data-collapsed/);
  await page.reload();
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(width).toBe(248);
});

test.for([true, false])(
  "on a phone, Manager's navigation is in a drawer (JavaScript: %s)",
  async (javaScript, { newPageOf }) => {
    const page = await newPageOf({ role: "admin" }, { width: 390, javaScript });
    await page.goto("/manager/account");
    const users = page.locator("aside").getByRole("link", { name: "Users" });
    expect(await users.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Open sidebar" }).press("Enter");
    await users.waitFor();
    await page.keyboard.press("Escape");
    await users.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Open sidebar" }).press("Enter");
    await users.press("Enter");
    await page.waitForURL("/manager/users");
    await users.waitFor({ state: "hidden" });
  },
);

test("client navigation moves the focus to the heading; loading a page doesn't", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/account");
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.getByRole("link", { name: "Users" }).first().press("Enter");
  await page.waitForURL("/manager/users");
  await expect.poll(() => page.evaluate(focusedText)).toBe("Users");
});

test("the breadcrumb in Manager shows the current screen, and links to the parents", async ({
  newPageOf,
}) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/account");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  expect(await trail.getByRole("listitem").allTextContents()).toEqual(["Manager", "Account"]);
  expect(await trail.locator("[aria-current=page]").textContent()).toBe("Account");
  await trail.getByRole("link", { name: "Manager" }).click();
  await page.waitForURL(adminHome);
});

test("a progress line is shown while a dialog loads", async ({ newPageOf, addPerson }) => {
  const { id } = await addPerson();
  const page = await newPageOf({ role: "admin" });
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/ban-dialog-/, async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto(`/manager/users/${id}`);
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  await page.locator(".progress-line").waitFor();
  answer();
  await page.locator("dialog:modal").waitFor();
  await page.locator(".progress-line").waitFor({ state: "detached" });
});

test("a progress line is shown while the next screen loads", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/account");
  let respond = () => {};
  const held = new Promise<void>((resolve) => (respond = resolve));
  await page.route("**/api/rpc/users/list", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Users" }).first().click();
  await page.locator(".progress-line").waitFor();
  respond();
  await page.waitForURL("/manager/users");
  await page.locator(".progress-line").waitFor({ state: "detached" });
});

test("Manager's sidebar has its links, and the user menu opens the account and logs out", async ({
  newPage,
  addPerson,
  signIn,
}) => {
  const page = await newPage();
  const { email } = await addPerson({ role: "admin" });
  await signIn(page.context(), email);
  await page.goto("/manager");
  const linksOf = (heading: string) =>
    page.locator("aside").getByRole("list", { name: heading }).getByRole("link").allInnerTexts();
  expect(await linksOf("Application")).toEqual(expect.arrayContaining(["Dashboard"])); // optional: dashboard
  expect(await linksOf("Configuration")).toEqual([
    "Users",
    "Activity", // optional: activity
  ]);
  const menu = page.getByRole("button", { name: "Account menu for" });
  await menu.press("Enter");
  await page.getByText(email).waitFor();
  // optional: rest
  const documentation = page.getByRole("menuitem", { name: "API documentation" });
  expect(await documentation.getAttribute("href")).toBe("/api/docs");
  expect(await documentation.textContent()).toBe("API Documentation");
  // end: rest
  await page.getByRole("menuitem", { name: "Account" }).click();
  await page.waitForURL("/manager/account");
  await menu.click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/login");
});

test("a theme and a language chosen in one tab apply to the other", async ({ newPage }) => {
  const page = await newPage();
  await page.goto("/login");
  const other = await page.context().newPage();
  await other.goto("/login");
  await other.getByRole("button", { name: /^Theme/ }).click();
  await other.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");

  // optional: ar
  await other.getByRole("button", { name: /^Language/ }).click();
  await other.getByRole("menuitemradio", { name: "Arabic" }).click();
  await page.locator("html[lang=ar][dir=rtl]").waitFor();
  await page.getByRole("button", { name: "العربية" }).waitFor();
  // end: ar
});

test("a click before hydration takes effect after it", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  let loadScripts = () => {};
  const scriptsAllowed = new Promise<void>((resolve) => (loadScripts = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await scriptsAllowed;
    await route.continue();
  });
  await page.goto("/manager/users", { waitUntil: "commit" });
  const expand = page.getByRole("button", { name: "Expand sidebar" });
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  expect(await expand.isVisible()).toBe(false);
  loadScripts();
  await expand.waitFor();
});
