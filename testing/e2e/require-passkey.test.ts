import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { launchOptions } from "../browser.ts";
import { newContext } from "./support/browser-context.ts";
import { attachDevice } from "./support/device.ts";
import { axeViolations } from "./support/interactions.ts";
import { addPerson, newAddress } from "./support/people.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";

/** AUTH_REQUIRE_PASSKEY=admin */

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startServer({ AUTH_REQUIRE_PASSKEY: "admin" }),
    chromium.launch(await launchOptions()),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test("an administrator is led to add a passkey, and later to confirm with it, before anything else", async () => {
  const { email } = await addPerson(embeddedConnection(server.dataDir), {
    role: "admin",
    email: newAddress(),
  });
  const context = await newContext(browser, server.url);
  const page = await context.newPage();
  const device = await attachDevice(page);
  await signInByForm(context, email, server.mail, server.url);

  const allowed = await context.request.get("/api/rest/genres");
  expect(allowed.status()).toBe(200);
  await page.goto("/manager/books?searchTerm=x");
  await page.waitForURL("/login/confirm?redirect=%2Fmanager%2Fbooks%3FsearchTerm%3Dx");
  await page.getByText("Administrators need a passkey to log in.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.goto("/app/books");
  await page.waitForURL("/login/confirm?**");
  const exported = await context.request.get("/api/books.csv");
  expect(exported.status()).toBe(403);
  expect(await exported.json()).toMatchObject({ code: "PASSKEY_REQUIRED" });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.waitForURL("/app/books");
  await page.goto("/manager/books");
  await page.getByRole("heading", { name: "Books" }).waitFor();

  // The passkey is there when they sign in with a code again.
  await page.evaluate(() => fetch("/logout", { method: "POST", redirect: "manual" }));
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await page.waitForURL("/manager/dashboard");
  expect((await device.client.send("WebAuthn.getCredentials", device)).credentials).toHaveLength(1);
  await context.close();
});
