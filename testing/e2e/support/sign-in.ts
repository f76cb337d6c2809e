import type { BrowserContext, Page } from "playwright-core";
import type { Mailbox } from "./mail.ts";

/**
 * Signs in as a user does: the form, the mail, the code. Works with and without JavaScript. A new user ends at /onboarding,
 * others at `redirect`.
 */
export async function signIn(page: Page, email: string, mail: Mailbox, redirect = ""): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ redirect })}`);
  await page.locator("input[name=email]").fill(email);
  await page.locator("form:has(input[name=email]) [type=submit]").click();
  await page.waitForURL("**/login/verify?**");
  const code = await mail.codeFor(email);
  const signedIn = page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await enterCode(page, code);
  await signedIn;
}

/** Requests a code for an email on the login page. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.locator("#email").fill(email);
  await page.locator("form:has(input[name=email]) [type=submit]").first().click();
  await page.waitForURL("/login/verify?**");
}

/** Enters a code on the page of a login. With JavaScript the last digit submits; without it, and before hydration, Enter does. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const isSubmitted = page
    .waitForRequest((request) => request.method() === "POST", { timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
  const field = page.locator("input[name=code]");
  await field.fill(code);
  if (!(await isSubmitted)) await field.press("Enter");
}

/** Signs in with two requests and no page, for tests that start signed in. */
export async function signInByForm(
  context: BrowserContext,
  email: string,
  mail: Mailbox,
  origin: string,
): Promise<void> {
  // The server rejects forms without an Origin header.
  const post = (path: string, form: Record<string, string>) =>
    context.request.post(path, { form, headers: { origin }, maxRedirects: 0 });

  await post("/login", { email, redirect: "" });
  const response = await post("/login/verify", { email, redirect: "", code: await mail.codeFor(email) });
  const location = response.headers().location;
  if (response.status() !== 303 || !location || location.startsWith("/login/")) {
    throw new Error(
      `Signing in as ${email} failed with the status ${response.status()}, location ${location}`,
    );
  }
}
