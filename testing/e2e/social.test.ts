import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchOptions } from "../browser.ts";
import { type Claims, startOpenIdProvider, type TestOpenIdProvider } from "../openid.ts";
import { freePort } from "../ports.ts";
import { startServer, type TestServer } from "./support/server.ts";
import { newContext, type PageOptions } from "./support/browser-context.ts";
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
    await signInAtProvider(page, person, "/app/books");
    await page.waitForURL("**/onboarding?**");
    expect(pathAndSearch(page)).toBe("/onboarding?redirect=%2Fapp%2Fbooks");
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
    await page.waitForURL("**/app");
    await page.goto("/app/account");
    expect(await page.locator("main").textContent()).toContain(email);
  }
});

test.for([false, "true"])(
  "an account is neither linked nor created if email_verified is %j",
  async (email_verified, { visit }) => {
    for (const email of [(await server.addPerson()).email, newAddress()]) {
      const page = await visit();
      await signInAtProvider(page, addClaims({ email, email_verified }));
      expect(new URL(page.url()).pathname).toBe("/login/error");
      await page.goto("/app");
      expect(pathAndSearch(page)).toBe("/login?redirect=%2Fapp");
    }
  },
);

test("a user who cancels at the provider sees that the login failed", async ({ visit }) => {
  const page = await visit();
  await openProvider(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL("**/login/error?**");
  expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  await page.getByText("Unable to log you in, please try again").waitFor();
});

test("with sign-up off, a user without an account sees that, and one with an account signs in", async ({
  visit,
}) => {
  const port = new URL(server.url).port;
  await server.stop();
  server = await startServer({ PORT: port, AUTH_SIGNUP: "off", ...provider.env });
  const { email } = await server.addPerson();
  const page = await visit();
  await page.goto("/login");
  await page.getByText("Or continue with").waitFor();
  await signInAtProvider(page, addClaims());
  expect(pathAndSearch(page)).toContain("/login/error?error=signup_disabled");
  await page.getByText("Account not found").first().waitFor();

  const other = await visit();
  await signInAtProvider(other, addClaims({ email }));
  await other.waitForURL("**/app");
});

test("an unreachable provider doesn't affect sign-in with a code", async () => {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const stopped = await startOpenIdProvider(origin);
  await stopped.close();
  const product = await startServer({ PORT: port, ...stopped.env });
  try {
    const post = (path: string, body: string, type: string) =>
      fetch(origin + path, {
        method: "POST",
        redirect: "manual",
        headers: { origin, "content-type": type },
        body,
      });
    const form = "application/x-www-form-urlencoded";
    const social = await post("/login/social", "provider=oidc&redirect=", form);
    expect(social.headers.get("location")).toBe("/login/error?error=unknown_error");
    const byMail = await post("/login", `email=${encodeURIComponent(newAddress())}`, form);
    expect(byMail.headers.get("location")).toMatch(/^\/login\/verify\?/);
  } finally {
    await product.stop();
  }
});

test("only the login page's forms may redirect to the provider", async () => {
  const policyOf = async (path: string) =>
    (await fetch(server.url + path)).headers.get("content-security-policy") ?? "";
  expect(await policyOf("/login")).toContain(`form-action 'self' ${provider.issuer};`);
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
