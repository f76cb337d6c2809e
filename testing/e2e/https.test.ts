import type { BrowserContext } from "playwright-core";
import { brand } from "#brand/brand.ts";
import { freePort } from "../ports.ts";
import { startTlsProxy } from "./support/https.ts";
import { startServer } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";
import { otherLanguage } from "../languages.ts";

/** The product at an https address, behind a proxy that ends TLS. */

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const port = await freePort();
  const proxy = await startTlsProxy(port);
  const server = await startServer({ PORT: String(port), BASE_URL: proxy.url });
  onCleanup(async () => {
    proxy.close();
    await server.stop();
  });
  return { ...server, url: proxy.url };
});

const htmlOf = async (context: BrowserContext, path: string) =>
  await (await context.request.get(path)).text();

test("cookies are sent with https only and can't be set by a subdomain, and the next page follows them", async ({
  newPage,
  addPerson,
  signIn,
}) => {
  const page = await newPage();
  const context = page.context();
  await page.goto("/login?lng=en");
  // optional: fr
  await page.goto("/login?lng=fr");
  await page.getByRole("heading", { name: "Connexion ou inscription" }).waitFor();
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: "i18next", value: "fr" }));
  await page.getByRole("button", { name: /Français/ }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  // end: fr
  await page.getByRole("button", { name: "Theme: System" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
  expect(await htmlOf(context, "/login")).toMatch(/<html lang="en"[^>]* data-theme="dark"/);

  await signIn(context, (await addPerson({ role: "admin" })).email);
  await page.goto("/manager/users");
  await page.getByRole("button", { name: "Collapse sidebar" }).press("Enter");
  await page.getByRole("button", { name: "Expand sidebar" }).waitFor();
  expect(await htmlOf(context, "/manager/users")).toMatch(/<aside[^>]*data-collapsed/);

  const cookies = await context.cookies();
  const names = [`__Host-${brand.prefix}.session`, "__Host-sidebar", "__Host-theme", "i18next"];
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
});

test.skipIf(otherLanguage === "en")(
  "the language in local storage is stored in a cookie for https only",
  async ({ newPage }) => {
    const page = await newPage();
    const context = page.context();
    await page.addInitScript((language) => localStorage.setItem("i18nextLng", language), otherLanguage);
    await page.goto("/login");
    await page.locator(`html[lang=${otherLanguage}]`).waitFor();
    expect(await context.cookies()).toContainEqual(
      expect.objectContaining({ name: "i18next", value: otherLanguage, secure: true }),
    );
  },
);

test("without JavaScript, a form's error is shown once", async ({ newPage }) => {
  const page = await newPage({ javaScript: false });
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody");
  await page.keyboard.press("Enter");
  await page.getByText("Email is invalid").waitFor();
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe("nobody");
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(cookies).toEqual([
    ...(process.env.TEST_REPLICA_URL ? ["__Host-position"] : []), // Of the last write. // optional: replicas
  ]);
});
