import type { Page } from "playwright-core";
import { test } from "./support/administrators.ts";
import { axeViolations, openHydrated } from "./support/interactions.ts";
import { expect } from "./support/test.ts";

/** Manager's activity. */

/** The entry with a sentence. Names are isolated in it. */
const entry = (page: Page, sentence: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(sentence, { exact: true }) });

test(
  "an administrator sees what users do, with values before and after",
  { tags: "smoke" },
  async ({ page, users, word }) => {
    const person = await users.add(`${word} Old`);
    await users.rename(person, `${word} New`);
    await openHydrated(page, "/manager/activity?type=user");
    await entry(page, `Uma added "${word} Old"`).waitFor();
    const renamed = entry(page, `Uma changed name of "${word} New"`);
    await renamed.locator("summary").click();
    await renamed.locator("del").waitFor();
    expect(await renamed.locator("del").textContent()).toContain(`${word} Old`);
    expect(await renamed.locator("ins").textContent()).toContain(`${word} New`);
    expect(await axeViolations(page)).toEqual([]);
  },
);

test("the filters are in the URL, and the export has the same", async ({ page, users, word }) => {
  const person = await users.add(`${word} Old`);
  await users.rename(person, `${word} New`);
  await openHydrated(page, "/manager/activity?type=user");
  await entry(page, `Uma added "${word} Old"`).getByRole("link", { name: "Uma", exact: true }).click();
  await page.waitForURL(/type=user.*person=|person=.*type=user/);
  await page.getByRole("button", { name: "Action" }).click();
  await page.getByRole("menuitemradio", { name: "Changed", exact: true }).click();
  await page.waitForURL(/action=update/);
  await entry(page, `Uma changed name of "${word} New"`).waitFor();
  await expect.poll(() => entry(page, `Uma added "${word} Old"`).count()).toBe(0);
  // optional: csv
  const href = (await page.getByRole("link", { name: "Export" }).getAttribute("href")) ?? "";
  const csv = await (await page.request.get(href)).text();
  expect(csv).toContain(`${word} New`);
  expect(csv).not.toContain("create");
  // end: csv

  await page.getByRole("combobox", { name: "Person" }).focus();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.waitForURL((url) => !url.searchParams.has("person"));
  await page.goto("/manager/activity?action=ban&from=2020-01-01&to=2020-01-02");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForURL((url) => url.search === "");
  await page.locator("[role=status]:focus", { hasText: /^Showing/ }).waitFor();
});

test("one screen has twenty entries, under the days on which they were", async ({
  newPageOf,
  users,
  word,
}) => {
  for (let number = 1; number <= 20; number += 1) await users.add(`${word} ${number}`);
  const page = await newPageOf({ role: "admin" }, { width: 1280, height: 1000 });
  await page.goto("/manager/activity?type=user&action=create");
  await page.getByRole("heading", { level: 2, name: "Today" }).waitFor();
  const last = await page.locator("main ol > li").nth(19).boundingBox();
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(1_000);
});

test("a filter that fails keeps the page and the filters, and Retry shows the entries", async ({
  page,
  users,
  word,
  expectProblem,
}) => {
  expectProblem(/500|activity/);
  await users.add(word);
  await openHydrated(page, "/manager/activity");
  await page.route("**/api/rpc/activity/list", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Kind" }).click();
  await page.getByRole("menuitemradio", { name: "Users" }).click();
  await page.getByRole("alert").getByText("Something went wrong").waitFor();
  await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor();
  await page.unroute("**/api/rpc/activity/list");
  await page.getByRole("button", { name: "Retry" }).click();
  await entry(page, `Uma added "${word}"`).waitFor();
  await page.locator("main ol a:focus").waitFor();
  await page.getByRole("button", { name: "Kind: Users" }).waitFor();
});

test("the filter by a person takes text before its script has loaded, and doesn't move", async ({
  page,
  addPerson,
  word,
}) => {
  await addPerson({ name: `${word} Person` });
  const { promise: isTyped, resolve: finishTyping } = Promise.withResolvers<void>();
  await page.route(/\/assets\/person-select-/, async (route) => {
    await isTyped;
    await route.continue();
  });
  const field = page.getByRole("combobox", { name: "Person" });

  await openHydrated(page, "/manager/activity");
  const box = await field.boundingBox();
  await field.pressSequentially(word);
  finishTyping();
  await page.getByRole("option", { name: `${word} Person` }).waitFor();
  expect(await field.inputValue()).toBe(word);
  expect(await field.boundingBox()).toEqual(box);
});

test("a person is found by name, and days that make no range say so", async ({ page, addPerson, word }) => {
  const { id } = await addPerson({ name: `${word} Person` });
  await openHydrated(page, "/manager/activity");
  const field = page.getByRole("combobox", { name: "Person" });
  await field.click();
  await page.getByRole("option").first().waitFor();
  await field.fill(word);
  await page.getByRole("option", { name: `${word} Person` }).click();
  await page.waitForURL((url) => url.searchParams.get("person") === id);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain(`value="${word} Person · `);

  await page.getByRole("textbox", { name: "From" }).fill("22/11/2026");
  await page.getByRole("textbox", { name: "To" }).fill("21/11/2026");
  await page.getByText("This day is before the first one").waitFor();
  await page.getByRole("textbox", { name: "To" }).fill("31/02/2026");
  await page.keyboard.press("Enter");
  await page.getByText(/31\/02\/2026.* isn/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "To" }).fill("23/11/2026");
  await page.waitForURL((url) => url.searchParams.get("to") === "2026-11-23");
});

test("days begin and end in the reader's time zone, also in the first response", async ({
  page,
  users,
  word,
}) => {
  await users.add(word);
  await page.goto("/manager/activity?type=user");
  const time = entry(page, `Uma added "${word}"`).locator("time");
  const at = new Date((await time.first().getAttribute("datetime")) ?? "");
  // Where it is another day.
  const zone = at.getUTCHours() < 11 ? "Pacific/Midway" : "Pacific/Kiritimati";
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
  await page.context().addCookies([{ name: "timeZone", value: zone, url: page.url() }]);
  const html = async (query: string) =>
    await (await page.request.get(`/manager/activity?type=user&${query}`)).text();
  expect(await html(`from=${day}&to=${day}`)).toContain(word);
  expect(
    await html(`to=${at.toISOString().slice(0, 10)}&from=${at.toISOString().slice(0, 10)}`),
  ).not.toContain(word);
});

test("a user's page shows what they did, and leads to all of it", async ({ page, users, word }) => {
  for (const number of [1, 2, 3, 4, 5, 6]) await users.add(`${word} ${number}`);
  await openHydrated(page, "/manager/activity?type=user");
  const link = entry(page, `Uma added "${word} 6"`).getByRole("link", { name: "Uma", exact: true });
  const person = new URL((await link.getAttribute("href")) ?? "", page.url()).searchParams.get("person");
  await openHydrated(page, `/manager/users/${person}`);
  const history = page.getByRole("region", { name: "Activity" });
  await history.getByText(`Uma added "${word} 6"`).waitFor();
  expect(await history.getByText(`Uma added "${word} 1"`).count()).toBe(0);
  await history.getByRole("link", { name: "All activity" }).click();
  await page.waitForURL(`/manager/activity?person=${person}`);
  await entry(page, `Uma added "${word} 1"`).waitFor();
});

// optional: dashboard
test("the dashboard shows the newest, and a day's logins lead to theirs", async ({ page, users, word }) => {
  await users.add(word);
  await openHydrated(page, "/manager/dashboard");
  await page.getByRole("region", { name: "Latest activity" }).getByText(`Uma added "${word}"`).waitFor();
  const today = new Date().toISOString().slice(0, 10);
  await page.getByRole("group", { name: "Logins per day" }).getByRole("link").last().click();
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === "/manager/activity" && searchParams.get("action") === "signIn" && searchParams.has("from"),
  );
  expect(new URL(page.url()).searchParams.get("to")).toBe(today);
  await page.getByRole("link", { name: "Remove filter: Days in UTC" }).waitFor();
  await page.getByText("Ada logged in").first().waitFor();
});
// end: dashboard
