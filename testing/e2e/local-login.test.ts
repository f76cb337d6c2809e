import type { Page } from "playwright-core";
import { createMailbox, mailboxFolder } from "#server/mail/mailbox.ts";
import { startServer } from "./support/server.ts";
import { axeViolations, waitForHydration } from "./support/interactions.ts";
import { adminHome, userAccount } from "./support/places.ts";
import { enterCode } from "./support/sign-in.ts";
import { expect, newAddress, test as base, testWithServer } from "./support/test.ts";

/* What the login pages add for browsers on this machine, while mails go to the embedded mailbox: as after `npm start`. */

const test = testWithServer({ SMTP_URL: "" });
const accounts = ["admin@example.com", "user@example.com"];
const hints = /dev\/mailbox|@example\.com/;

test("an account of /login signs in with three presses, and the page never contains its code", async ({
  newPage,
  server,
}) => {
  const page = await newPage({ isLocal: true });
  await page.goto("/login?redirect=%2Faccount");
  for (const email of accounts) await page.getByText(email, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Log in as Uma User" }).click();
  await page.waitForURL(/\/login\/verify\?.*redirect=%2Faccount/);
  const mailbox = createMailbox(mailboxFolder(server.data.DATA_DIR));
  await expect.poll(async () => (await mailbox.list()).length).toBe(1);
  const [{ code = "" } = {}] = await mailbox.list();
  expect(code).toMatch(/^\d{6}$/);
  await page.reload();
  expect(await page.content()).not.toContain(code);

  await page.getByRole("button", { name: "Fill in the code" }).click();
  await page.waitForURL(userAccount);
});

test("the newest code is filled in, also for a new address as it was typed", async ({ newPage }) => {
  const page = await newPage({ isLocal: true });
  await page.goto("/login");
  await page.getByLabel("Email").fill(` ${newAddress().toUpperCase()}`);
  await page.getByLabel("Email").press("Enter");
  await page.waitForURL("/login/verify?**");
  await page.getByRole("button", { name: "Fill in the code" }).click();
  await page.waitForURL(/\/onboarding/);
});

test("without a mail, the button says that no code has arrived", async ({ newPage, expectProblem }) => {
  expectProblem(/status of 404/);
  const page = await newPage({ isLocal: true });
  await page.goto(`/login/verify?email=${newAddress()}`);
  await page.getByRole("button", { name: "Fill in the code" }).click();
  await page.getByText("No code has arrived yet. Try again.").waitFor();
});

test("without JavaScript, the account's button and the link to the mailbox lead in", async ({ newPage }) => {
  const page = await newPage({ isLocal: true, javaScript: false });
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in as Ada Admin" }).click();
  await page.waitForURL("/login/verify?**");
  expect(await page.getByRole("button", { name: "Fill in the code" }).isVisible()).toBe(false);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open the mailbox" }).click();
  const mailbox = await opened;
  const code = mailbox.locator("article strong");
  await expect.poll(() => mailbox.reload().then(() => code.count())).toBe(1);
  expect(await mailbox.locator("article").textContent()).toContain("admin@example.com");
  await enterCode(page, (await code.textContent()) ?? "");
  await page.waitForURL(adminHome);
});

test.for([
  { width: 390, language: "ar", theme: "dark" }, // optional: ar
  { width: 1280, language: "en", theme: "light" },
] as const)(
  "the pages are accessible, fit the screen and hardly move: $width px, $language, $theme",
  async (options, { newPage }) => {
    const page = await newPage({ isLocal: true, ...options });
    // Fonts that arrive late move every page.
    await page.route(/\.woff2$/, () => undefined);
    await page.addInitScript(() => {
      const shifts = Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of ["/login", "/login/verify?email=admin%40example.com"]) {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await waitForHydration(page);
      await page.locator("a[href='/dev/mailbox']").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      const { shift, overflow } = await measure(page);
      expect(overflow).toBe(0);
      // What is good for users (web.dev/cls).
      expect(shift).toBeLessThan(0.1);
    }
  },
);

function measure(page: Page) {
  return page.evaluate(() => ({
    shift: (window as unknown as { shift: number }).shift,
    overflow: document.documentElement.scrollWidth - innerWidth,
  }));
}

test("pages that another site or an unknown tunnel asks for have none of it", async ({ server }) => {
  const strange: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "x-unknown": "1" },
  ];
  const pages = ["/login", "/login/verify?email=a%40example.org"];
  const read = async (path: string, headers: Record<string, string> = {}) =>
    await (await fetch(server.url + path, { headers })).text();
  for (const path of pages) {
    expect(await read(path)).toMatch(hints);
    for (const headers of strange) {
      const page = await read(path, headers);
      expect(page).toMatch(/<h1/);
      expect(page).not.toMatch(hints);
    }
  }
  for (const headers of strange)
    expect((await fetch(`${server.url}/dev/mailbox/code?email=${accounts[0]}`, { headers })).status).toBe(
      404,
    );
});

base("with a mail server, browsers on this machine get none of it", async () => {
  const server = await startServer();
  try {
    const page = await (await fetch(`${server.url}/login`)).text();
    expect(page).toMatch(/<h1/);
    expect(page).not.toMatch(hints);
    expect((await fetch(`${server.url}/dev/mailbox/code?email=${accounts[0]}`)).status).toBe(404);
  } finally {
    await server.stop();
  }
});
