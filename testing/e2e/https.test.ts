import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchOptions } from "../browser.ts";
import { freePort } from "../ports.ts";
import { newContext, watchForProblems } from "./support/browser-context.ts";
import { startTlsProxy, type TlsProxy } from "./support/https.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";

/** The product at an https address, behind a proxy that ends TLS. */

let proxy: TlsProxy;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  proxy = await startTlsProxy(port);
  [server, browser] = await Promise.all([
    startServer({ PORT: String(port), BASE_URL: proxy.url }),
    chromium.launch(await launchOptions()),
  ]);
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await server?.stop();
});

const htmlOf = async (context: BrowserContext, path: string) =>
  await (await context.request.get(path)).text();

test("cookies are sent with https only and can't be set by a subdomain, and the next page follows them", async () => {
  const context = await newContext(browser, proxy.url);
  const page = await context.newPage();
  const problems = watchForProblems(page);
  await page.goto("/login?lng=fr");
  await page.getByRole("heading", { name: "Connexion ou inscription" }).waitFor();
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: "i18next", value: "fr" }));
  await page.getByRole("button", { name: /Français/ }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.getByRole("button", { name: "Theme: System" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
  expect(await htmlOf(context, "/login")).toMatch(/<html lang="en"[^>]* data-theme="dark"/);

  const { email } = await server.addPerson({ role: "admin" });
  await signInByForm(context, email, server.mail, proxy.url);
  await page.goto("/manager/books");
  await page.getByRole("button", { name: "Collapse sidebar" }).press("Enter");
  await page.getByRole("button", { name: "Expand sidebar" }).waitFor();
  expect(await htmlOf(context, "/manager/books")).toMatch(/<aside[^>]*data-collapsed/);

  const cookies = await context.cookies();
  const names = ["__Host-flyleaf.session", "__Host-sidebar", "__Host-theme", "i18next"];
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  for (const cookie of cookies)
    expect(cookie).toMatchObject({
      name: expect.stringMatching(/^(__Host-|i18next$)/),
      secure: true,
      path: "/",
      sameSite: "Lax",
    });

  // Without the cookies, local storage still decides the theme, and stores it again.
  await context.clearCookies({ name: /theme|sidebar/ });
  await page.reload();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: "__Host-theme", value: "dark", secure: true }),
  );
  await page.getByRole("button", { name: "Collapse sidebar" }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("the language in local storage is stored in a cookie for https only", async () => {
  const context = await newContext(browser, proxy.url);
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem("i18nextLng", "sw"));
  await page.goto("/login");
  await page.getByRole("heading", { name: "Ingia au ujisajili" }).waitFor();
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: "i18next", value: "sw", secure: true }),
  );
  await context.close();
});

test("without JavaScript, a form's error is shown once", async () => {
  const context = await newContext(browser, proxy.url, { javaScript: false });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  await page.keyboard.press("Enter");
  await page.getByText("Email is invalid").waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("nobody");
  expect(await context.cookies()).toEqual([]);
  await context.close();
});
