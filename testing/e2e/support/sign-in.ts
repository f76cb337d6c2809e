import type { BrowserContext, Page } from "playwright-core";
import type { Mailbox } from "./mail.ts";

/**
 * Signs in as a person does: the form, the mail, the code. Works with JavaScript and without; someone new ends at
 * /onboarding, others where `redirect` leads.
 */
export async function signIn(page: Page, email: string, mail: Mailbox, redirect = ""): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ redirect })}`);
  await page.locator("input[name=email]").fill(email);
  await page.locator("form:has(input[name=email]) [type=submit]").click();
  await page.waitForURL("**/login/verify?**");
  const code = await mail.codeFor(email);
  const left = page.waitForURL((url) => !url.pathname.startsWith("/login"));
  // With JavaScript the last digit submits; without, and before the page has come to life, Enter does.
  const sent = page
    .waitForRequest((request) => request.method() === "POST", { timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );
  const field = page.locator("input[name=code]");
  await field.fill(code);
  if (!(await sent)) await field.press("Enter");
  await left;
}

/** The same in a few requests and without a page, for tests about what comes after it. */
export async function signInByForm(
  context: BrowserContext,
  email: string,
  mail: Mailbox,
  origin: string,
): Promise<void> {
  // What a browser's form sends: without its origin the server refuses it.
  const post = (path: string, form: Record<string, string>) =>
    context.request.post(path, { form, headers: { origin }, maxRedirects: 0 });

  await post("/login", { email, redirect: "" });
  const answer = await post("/login/verify", { email, redirect: "", code: await mail.codeFor(email) });
  const location = answer.headers().location;
  if (answer.status() !== 303 || !location || location.startsWith("/login/")) {
    throw new Error(`Signing in as ${email} was answered with ${answer.status()}, to ${location}`);
  }
}
