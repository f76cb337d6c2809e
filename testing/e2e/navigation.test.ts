import { expect, test } from "./support/test.ts";

/** How people move about: the sidebar, the drawer, the breadcrumb, the user menu, and where the focus goes. */

const focused = () => document.activeElement?.textContent?.trim();

test("the sidebar that someone collapsed stays so over reloads and areas, from the server's page on", async ({
  newPageOf,
}) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/books");
  const sidebar = page.locator("aside");
  const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
  expect(await width()).toBe(248);
  await page.getByRole("button", { name: "Collapse sidebar" }).press("Enter");
  await expect.poll(width).toBe(62);
  await page.getByRole("link", { name: "Dashboard" }).waitFor();

  await page.getByRole("button", { name: "Account menu for" }).click();
  await page.getByRole("menuitem", { name: "Open app" }).click();
  await page.getByRole("heading", { level: 1, name: "Flyleaf" }).waitFor();
  expect(await width()).toBe(62);

  const html = await (await page.context().request.get("/manager/books")).text();
  expect(html).toMatch(/<aside[^>]*data-collapsed/);
  await page.reload();
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect.poll(width).toBe(248);
});

test.for([true, false])(
  "on a phone Manager's places are in a drawer (JavaScript: %s)",
  async (javaScript, { newPageOf }) => {
    const page = await newPageOf({ role: "admin" }, { width: 390, javaScript });
    await page.goto("/manager/dashboard");
    const books = page.locator("aside").getByRole("link", { name: "Books" });
    expect(await books.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Open sidebar" }).press("Enter");
    await books.waitFor();
    await page.keyboard.press("Escape");
    await books.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Open sidebar" }).press("Enter");
    await books.press("Enter");
    await page.waitForURL("/manager/books");
    await books.waitFor({ state: "hidden" });
  },
);

test("after going to another screen the focus is on its heading; a page that was asked for leaves it alone", async ({
  newPageOf,
}) => {
  const page = await newPageOf();
  await page.goto("/app");
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.getByRole("link", { name: "Books" }).first().press("Enter");
  await page.waitForURL("/app/books");
  await expect.poll(() => page.evaluate(focused)).toBe("Books");
  await page.getByRole("link", { name: "A Brief History of Time" }).press("Enter");
  await page.waitForURL("/app/books/*");
  await expect.poll(() => page.evaluate(focused)).toBe("A Brief History of Time");
});

test("a breadcrumb says where one is in Manager, and leads back", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/books");
  const trail = page.getByRole("navigation", { name: "Breadcrumb" });
  expect(await trail.getByRole("listitem").allTextContents()).toEqual(["Manager", "Books"]);
  expect(await trail.locator("[aria-current=page]").textContent()).toBe("Books");
  await trail.getByRole("link", { name: "Manager" }).click();
  await page.waitForURL("/manager/dashboard");
});

test("while the next screen takes its time, a line says that it comes", async ({ newPageOf }) => {
  const page = await newPageOf();
  await page.goto("/app");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/rpc/books/list", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Books" }).first().click();
  await page.locator(".progress-line").waitFor();
  answer();
  await page.waitForURL("/app/books");
  await page.locator(".progress-line").waitFor({ state: "detached" });
});

test("the user menu leads to the account and out", async ({ newPage, addPerson, signIn }) => {
  const page = await newPage();
  const { email } = await addPerson({ role: "admin" });
  await signIn(page.context(), email);
  await page.goto("/manager");
  const menu = page.getByRole("button", { name: "Account menu for" });
  await menu.press("Enter");
  await page.getByText(email).waitFor();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await page.waitForURL("/manager/account");
  await menu.click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/login");
});

test("Ctrl K goes anywhere, finds books, and changes the language and the theme", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  await page.goto("/manager/dashboard");
  const palette = page.getByRole("dialog").getByRole("combobox");
  const choose = async (text: string, option: string) => {
    await expect
      .poll(async () => {
        await page.keyboard.press("Control+K");
        return await palette.isVisible();
      })
      .toBe(true);
    await palette.fill(text);
    await page.getByRole("option", { name: option }).first().waitFor();
    await page.keyboard.press("Enter");
    await palette.waitFor({ state: "detached" });
  };
  await choose("accou", "Account");
  await page.waitForURL("/manager/account");
  await choose("hawking time", "A Brief History of Time");
  await page.getByRole("heading", { level: 1, name: "A Brief History of Time" }).waitFor();
  await choose("dark", "Dark");
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await choose("francais", "French");
  await page.getByRole("link", { name: "Tableau de bord" }).waitFor();
});

test("a theme and a language that are chosen in one tab are shown in the other", async ({ newPage }) => {
  const page = await newPage();
  await page.goto("/login");
  const other = await page.context().newPage();
  await other.goto("/login");
  await other.getByRole("button", { name: /^Theme/ }).click();
  await other.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");

  await other.getByRole("button", { name: /^Language/ }).click();
  await other.getByRole("menuitemradio", { name: "Arabic" }).click();
  await page.locator("html[lang=ar][dir=rtl]").waitFor();
  await page.getByRole("button", { name: "العربية" }).waitFor();
});

test("what is pressed before the page is alive is done once it is", async ({ newPageOf }) => {
  const page = await newPageOf({ role: "admin" });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/manager/genres", { waitUntil: "commit" });
  const dialog = page.getByRole("dialog", { name: "New genre" });
  await page.getByRole("button", { name: "New genre" }).click();
  expect(await dialog.isVisible()).toBe(false);
  arrive();
  await dialog.waitFor();
});
