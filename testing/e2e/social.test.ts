import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchOptions } from "../browser.ts";
import { type Claims, startOpenIdProvider, type TestOpenIdProvider } from "../openid.ts";
import { freePort } from "../ports.ts";
import { toast } from "./support/interactions.ts";
import { signInByForm } from "./support/sign-in.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { newContext, type PageOptions } from "./support/browser-context.ts";
import { userAccount, userHome } from "./support/places.ts";
import { expect, newAddress, test as base } from "./support/test.ts";

let provider: TestOpenIdProvider;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  const port = String(await freePort());
  provider = await startOpenIdProvider(`http://localhost:${port}`);
  [server, browser] = await Promise.all([
    startServer({ PORT: port, ...provider.env }),
    chromium.launch(await launchOptions()),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await provider?.close();
});

const test = base.extend("visit", ({}, { onCleanup }) => {
  const opened: Page[] = [];
  onCleanup(async () => {
    for (const page of opened) await page.context().close();
  });
  return async (options?: PageOptions) => {
    const page = await (await newContext(browser, server.url, options)).newPage();
    opened.push(page);
    return page;
  };
});

/** Adds a user at the provider. */
function addClaims(claims: Partial<Claims> = {}): Claims {
  const person = { sub: crypto.randomUUID(), email: newAddress(), email_verified: true, ...claims };
  provider.people.set(person.sub, person);
  return person;
}

/** Signs in at the provider, from the login page and back. */
async function signInAtProvider(page: Page, { sub }: Claims, redirect = ""): Promise<void> {
  await openProvider(page, redirect);
  await page.locator("input[name=login]").fill(sub);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.origin === server.url && !url.pathname.startsWith("/api/"));
}

async function openProvider(page: Page, redirect = ""): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ redirect })}`);
  await page.getByRole("button", { name: /^(Continue|Login) with Library Card$/ }).click();
  await page.waitForURL(`${provider.issuer}/**`);
}

const pathAndSearch = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

test.for([true, false])(
  "a new user signs up with the provider and returns to the page they wanted (JavaScript: %s)",
  async (javaScript, { visit }) => {
    const page = await visit({ javaScript });
    const person = addClaims({ name: "Nadia" });
    await page.goto("/login");
    await page.getByText("OR", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Continue with Library Card" }).waitFor();
    await signInAtProvider(page, person, userAccount);
    await page.waitForURL("**/onboarding?**");
    expect(pathAndSearch(page)).toBe(`/onboarding?redirect=${encodeURIComponent(userAccount)}`);
    expect(await page.locator("main").textContent()).toContain(person.email);
  },
);

test("a user with an account signs in to it, repeatedly, if the provider has verified the email", async ({
  visit,
}) => {
  const { email } = await server.addPerson();
  const person = addClaims({ email });
  for (let i = 0; i < 2; i++) {
    const page = await visit();
    await signInAtProvider(page, person);
    await page.waitForURL(userHome);
    await page.goto(userAccount);
    expect(await page.locator("main").textContent()).toContain(email);
  }
});

test("a user who cancels at the provider sees that the login failed", async ({ visit }) => {
  const page = await visit();
  await openProvider(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL("**/login/error?**");
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  await page.getByText("Unable to log you in, please try again").waitFor();
});

test("a user connects and disconnects an account on the account page, and is notified by mail", async ({
  visit,
}) => {
  const { email } = await server.addPerson({ role: "admin" });
  const person = addClaims();
  const page = await visit();
  await signInByForm(page.context(), email, server.mail, server.url);
  await page.goto("/manager/account");
  const card = page.getByRole("region", { name: "Connected accounts" });
  await card.getByRole("button", { name: "Connect Library Card" }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator("input[name=login]").fill(person.sub);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${server.url}/manager/account`);
  await toast(page, "Account connected").waitFor();
  await card.getByRole("listitem").getByText("Library Card").waitFor();
  expect((await server.mail.waitFor(email)).subject).toBe("An account was connected to yours");

  const other = await visit();
  await signInAtProvider(other, person);
  await other.goto(userAccount);
  expect(await other.locator("main").textContent()).toContain(email);

  await card.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await toast(page, "Account disconnected").waitFor();
  await card.getByRole("button", { name: "Connect Library Card" }).waitFor();
  expect(await card.getByRole("listitem").count()).toBe(0);
  expect((await server.mail.waitFor(email)).subject).toBe("An account was disconnected from yours");
});

test("an account that can't be connected is reported on the account page", async ({ visit }) => {
  const { email } = await server.addPerson();
  const page = await visit();
  await signInByForm(page.context(), email, server.mail, server.url);
  for (const [claims, message] of [
    [addClaims({ email_verified: false }), "The account couldn’t be connected"],
    [await connected(visit), "This account is already connected to another user"],
  ] as const) {
    await page.goto(userAccount);
    await page.getByRole("button", { name: "Connect Library Card" }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator("input[name=login]").fill(claims.sub);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: message }).waitFor();
    await page.context().clearCookies({ domain: new URL(provider.issuer).hostname });
  }
});

/** A user at the provider with whom another user signs in. */
async function connected(visit: () => Promise<Page>): Promise<Claims> {
  const { email } = await server.addPerson();
  const person = addClaims({ email });
  await signInAtProvider(await visit(), person);
  return person;
}

test("with sign-up off, a user without an account sees that, and one with an account signs in", async ({
  visit,
}) => {
  const port = new URL(server.url).port;
  await server.stop();
  const credentials = { AUTH_GITHUB_CLIENT_ID: "id", AUTH_GITHUB_CLIENT_SECRET: "secret" };
  server = await startServer({ PORT: port, AUTH_SIGNUP: "off", ...provider.env, ...credentials });
  const { email } = await server.addPerson();
  const page = await visit();
  await page.goto("/login");
  await page.getByRole("heading", { name: "Log in to your account" }).waitFor();
  await page.getByText("Enter your email below to log in").waitFor();
  await page.getByRole("button", { name: "Login with email" }).waitFor();
  await page.getByText("Or continue with").waitFor();
  const buttons = page.locator('form[action="/login/social"] button');
  expect((await buttons.allTextContents()).toSorted()).toEqual([
    "Login with GitHub",
    "Login with Library Card",
  ]);
  await signInAtProvider(page, addClaims());
  expect(pathAndSearch(page)).toContain("/login/error?error=signup_disabled");
  await page.getByText("Account not found").first().waitFor();

  // The same by a code.
  const unknown = newAddress();
  await page.goto("/login");
  await page.getByLabel("Email").fill(unknown);
  await page.getByRole("button", { name: "Login with email" }).click();
  await page.waitForURL("/login/verify?**");
  await page.getByText(`If you have an account, we sent a code to ${unknown}. Enter it below.`).waitFor();
  await page.locator("#code").fill(await server.mail.codeFor(unknown));
  await page.waitForURL("/login/error?error=signup_disabled");
  await page.getByRole("heading", { name: "Account not found" }).waitFor();

  const other = await visit();
  await signInAtProvider(other, addClaims({ email }));
  await other.waitForURL(userHome);
});

test("only the login page's forms may redirect to the provider", async () => {
  const policyOf = async (path: string) =>
    (await fetch(server.url + path)).headers.get("content-security-policy") ?? "";
  expect(await policyOf("/login")).toContain(`form-action 'self' https://github.com ${provider.issuer};`);
  expect(await policyOf("/login")).toMatch(/script-src 'self' 'nonce-[^']+'/);
  expect(await policyOf("/login/error")).toContain("form-action 'self';");
});

test("a provider that is not configured has no button and no sign-in", async ({ newPage, server }) => {
  const page = await newPage();
  await page.goto("/login");
  expect(await page.locator('form[action="/login/social"]').count()).toBe(0);
  const response = await fetch(`${server.url}/login/social`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: server.url, "content-type": "application/x-www-form-urlencoded" },
    body: "provider=github&redirect=%2F%2Fevil.example",
  });
  expect(response.headers.get("location")).toBe("/login/error?error=unknown_error");
});
