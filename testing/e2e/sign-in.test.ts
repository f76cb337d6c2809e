import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { brand } from "#brand/brand.ts";
import { enterCode, requestCode } from "./support/sign-in.ts";
import { userAccount, userHome } from "./support/places.ts";
import { expect, newAddress, test } from "./support/test.ts";

/** Presses the form's button: without JavaScript nothing submits automatically. */
async function submit(page: Page) {
  await page.locator("main form").first().locator("[type=submit]").click();
}

const newClientAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");

const wrongCode = (code: string) => (code === "000000" ? "111111" : "000000");

test.for([true, false])(
  "a new user signs in, enters a name, opens a page, and signs out (JavaScript: %s)",
  { tags: "smoke" },
  async (javaScript, { newPage, server, expectProblem }) => {
    expectProblem(/status of 400/);
    const page = await newPage({ javaScript });
    const email = newAddress();

    await page.goto(userAccount);
    await page.waitForURL(`/login?redirect=${encodeURIComponent(userAccount)}`);
    await page.getByRole("heading", { name: "Log in or Sign up" }).waitFor();
    await page.getByText("Enter your email to log in or create an account").waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Continue with email" }).click();
    await page.waitForURL("/login/verify?**");
    const search = new URL(page.url()).searchParams;
    expect([search.get("email"), search.get("redirect")]).toEqual([email, userAccount]);
    await page.getByRole("heading", { name: "Verification" }).waitFor();
    await page.getByText(`We sent a code to ${email}`).waitFor();
    await page.getByText("Code expires soon (10 minutes)").waitFor();
    await page.getByRole("button", { name: "Confirm" }).waitFor();
    expect(
      await page.locator("#code").evaluate((code) => getComputedStyle(code).getPropertyValue("--slots")),
    ).toBe("6");
    expect(await page.locator("main bdi").textContent()).toBe(email);

    const code = await server.mail.codeFor(email);
    for (const [typed, problem] of [
      ["", "Code is required"],
      [code.slice(0, 5), "Code must contain 6 characters"],
    ] as const) {
      await page.locator("#code").fill(typed);
      await page.locator("#code").press("Enter");
      await page.locator("#code-error", { hasText: problem }).waitFor();
    }
    await page.locator("#code").fill(wrongCode(code));
    await page.locator("#code").press("Enter");
    await page.locator("#code-error", { hasText: "Code is invalid" }).waitFor();
    await page.keyboard.press("1");
    expect(await page.locator("#code-error").textContent()).toBe(javaScript ? "" : "Code is invalid");
    await page.locator("#code").fill(code);
    await page.locator("#code").press("Enter");

    await page.waitForURL(`/onboarding?redirect=${encodeURIComponent(userAccount)}`);
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    await page.getByText("Let's personalize your experience").waitFor();
    expect(await page.locator("main").textContent()).toContain(`Logged in with ${email}`);
    await page.getByLabel("What is your name?").fill("  Nadia \u0627\u0644\u062e\u0627\u0644\u062f ");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(userAccount);
    const notification = page.getByRole("region", { name: "Notifications" }).getByRole("status");
    expect(await notification.textContent()).toBe("Welcome Nadia \u0627\u0644\u062e\u0627\u0644\u062f");
    await page.reload();
    expect(await notification.textContent()).toBe("");
    expect(await page.getByRole("region", { name: "Your profile" }).textContent()).toContain("Nadia");

    await page.locator("main").getByRole("button", { name: "Log out" }).click();
    const dialog = page.getByRole("dialog", { name: "Account Sign Out" });
    expect(await dialog.textContent()).toContain("You are about to end your session");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.locator("main").getByRole("button", { name: "Log out" }).click();
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.waitForURL("/login");
    await page.goBack();
    await page.waitForURL(`/login?redirect=${encodeURIComponent(userAccount)}`);
    expect(await page.content()).not.toContain("Nadia");
    expect(await page.content()).not.toContain(email);
  },
);

test.for([true, false])(
  "an invalid email shows an error below the field, which keeps its value (JavaScript: %s)",
  async (javaScript, { newPage }) => {
    const page = await newPage({ javaScript });
    await page.goto(`/login?redirect=${encodeURIComponent(userAccount)}`);
    await submit(page);
    await page.locator("#email-error", { hasText: "Email is required" }).waitFor();
    await page.locator("#email").fill("not an address");
    await submit(page);
    await page.locator("#email-error", { hasText: "Email is invalid" }).waitFor();
    expect(await page.locator("#email").inputValue()).toBe("not an address");
    expect(await page.locator("#email").getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#email").getAttribute("aria-describedby")).toBe("email-error");
    expect(new URL(page.url()).search).toBe(`?redirect=${encodeURIComponent(userAccount)}`);
  },
);

test.for([true, false])(
  "an invalid redirect is gone from the address, the form and the links (JavaScript: %s)",
  async (javaScript, { newPage, server }) => {
    const page = await newPage({ javaScript });
    for (const redirect of [
      "https://evil.example",
      "//evil.example/",
      "/login",
      "javascript:alert(1)",
      "x",
    ]) {
      const email = newAddress();
      await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
      expect(new URL(page.url()).search).toBe("");
      expect(await page.content()).not.toContain("evil");
      await page.locator("#email").fill(email);
      await submit(page);
      await page.waitForURL("/login/verify?**");
      expect(new URL(page.url()).search).toBe(`?email=${encodeURIComponent(email)}`);
      await page.goto(
        `/login/verify?email=${encodeURIComponent(email)}&redirect=${encodeURIComponent(redirect)}`,
      );
      expect(new URL(page.url()).search).toBe(`?email=${encodeURIComponent(email)}`);
      expect(await page.content()).not.toContain("evil");
    }
    // A form that was made by others.
    const response = await fetch(`${server.url}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: server.url },
      body: new URLSearchParams({ email: newAddress(), redirect: "https://evil.example" }),
    });
    expect(response.headers.get("location")).not.toContain("evil");
  },
);

test.for([true, false])(
  "the name must be valid (JavaScript: %s)",
  async (javaScript, { newPage, signIn }) => {
    const page = await newPage({ javaScript });
    await signIn(page, newAddress());
    await submit(page);
    await page.locator("#name-error", { hasText: "Name is required" }).waitFor();
    await page.locator("#name").fill("\u202eeman");
    await submit(page);
    await page.locator("#name-error", { hasText: "Name is not valid" }).waitFor();
  },
);

test("a code can be pasted in any format, and its last digit submits it", async ({
  newPage,
  server,
  addPerson,
}) => {
  const page = await newPage();
  const { email } = await addPerson();
  await requestCode(page, email);
  const code = await server.mail.codeFor(email);
  const arabic = code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  await page.locator("#code").fill(` ${arabic.slice(0, 3)} - ${arabic.slice(3)} `);
  await page.waitForURL(userHome);
});

test("a form that was submitted is not submitted again by the last digit", async ({
  newPage,
  server,
  addPerson,
}) => {
  const page = await newPage();
  const { email } = await addPerson();
  await requestCode(page, email);
  const code = await server.mail.codeFor(email);
  await page.locator("#code").fill(code.slice(0, 3));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.locator("#code-error", { hasText: "Code must contain 6 characters" }).waitFor();
  let requests = 0;
  page.on("request", (request) => (requests += request.method() === "POST" ? 1 : 0));
  await page.locator("#code").fill(code);
  await page.waitForFunction(() => new Promise((resolve) => requestIdleCallback(() => resolve(true))));
  expect(requests).toBe(0);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(userHome);
  expect(requests).toBe(1);
});

test("a code works only in the browser that requested it", async ({ newPage, server, addPerson }) => {
  const { email } = await addPerson();
  const own = await newPage({ javaScript: false });
  await requestCode(own, email);
  const code = await server.mail.codeFor(email);

  const other = await newPage({ javaScript: false });
  await other.goto(`/login/verify?${new URLSearchParams({ email })}`);
  await other.locator("#code").fill(code);
  await submit(other);
  await other.locator("#code-error:not(:empty)").waitFor();
  expect(await other.getByRole("button", { name: "Send a new code" }).isVisible()).toBe(true);

  await own.locator("#code").fill(code);
  await submit(own);
  await own.waitForURL(userHome);
});

test.for([true, false])(
  "a new code can be requested after a minute, and the page shows how long to wait (JavaScript: %s)",
  async (javaScript, { newPage, addPerson }) => {
    const { email } = await addPerson();
    const page = await newPage({ javaScript });
    await requestCode(page, email);
    const newCode = page.getByRole("button", { name: "Send a new code" });
    if (!javaScript) {
      await newCode.click();
      await page.locator("#code-error:not(:empty)").waitFor();
      expect(await page.locator("#code-error").textContent()).toMatch(/1 minute/);
      return;
    }
    const wait = /^You can request a new code in \d+ seconds?$/;
    await page.getByText(wait).waitFor();
    expect(await newCode.getAttribute("aria-disabled")).toBe("true");
    await newCode.press("Enter");
    await expect.poll(() => page.getByRole("status").filter({ hasText: wait }).count()).toBe(1);
    await page.reload();
    await page.getByText(wait).first().waitFor();
  },
);

/** Requests codes for an email from many clients, until none gets one. */
async function reachLimits(origin: string, email: string) {
  for (let i = 1; i <= 21; i++) {
    await fetch(`${origin}/api/auth/email-otp/send-verification-otp`, {
      method: "POST",
      headers: { origin, "content-type": "application/json", "x-forwarded-for": newClientAddress() },
      body: JSON.stringify({ email, type: "sign-in" }),
    });
  }
}

/** The URL of a link in a mail. */
function linkIn({ text }: { text: string }, search: string): string {
  const url = new RegExp(String.raw`\S+/login/link\?${search}token=[\w-]+`).exec(text)?.[0];
  if (!url) throw new Error(`The mail has no such link:\n${text}`);
  return url;
}

test.for([true, false])(
  "while strangers use up an email's codes, its owner logs in by the link in one of the mails (JavaScript: %s)",
  async (javaScript, { newPage, server, addPerson, expectProblem }) => {
    expectProblem(/status of 429/);
    const { email } = await addPerson();
    await reachLimits(server.url, email);
    const page = await newPage({ javaScript });
    await page.goto("/login");
    await page.locator("#email").fill(email);
    await submit(page);
    await page.getByText("the link in that email lets you get a new one").waitFor();

    const mail = await server.mail.waitFor(email);
    expect(mail.text).toMatch(/This code was requested with .+, from the IP address [\d.]+\./);
    const link = linkIn(mail, "");
    for (let i = 2; i <= 20; i++) await server.mail.waitFor(email);
    await page.goto(link);
    await page.getByRole("heading", { name: "Get a new code" }).waitFor();
    // Opening the page sends nothing, because mail scanners do that too.
    await page.reload();
    await page.getByRole("button", { name: "Send code" }).click();
    await page.waitForURL(`/login/verify?email=${encodeURIComponent(email)}`);
    await enterCode(page, await server.mail.codeFor(email));
    await page.waitForURL(userHome);

    const other = await newPage({ javaScript });
    await other.goto(link);
    await other.getByRole("button", { name: "Send code" }).click();
    await other.getByText("This link has expired or was already used.").waitFor();
    await other.getByRole("link", { name: "Back to login" }).click();
    await other.waitForURL("/login");
  },
);

test.for([true, false])(
  "a link in the mail stops those that other browsers request (JavaScript: %s)",
  async (javaScript, { newPage, server, expectProblem }) => {
    expectProblem(/status of 429/);
    const email = newAddress();
    const request = async (page: Page) => {
      await page.goto("/login");
      await page.locator("#email").fill(email);
      await submit(page);
    };
    const stranger = await newPage({ javaScript });
    await request(stranger);
    const page = await newPage({ javaScript });
    await page.goto(linkIn(await server.mail.waitFor(email), "purpose=stop&"));
    await page.getByRole("button", { name: "Stop emails" }).click();
    await page.getByRole("heading", { name: "Emails stopped" }).waitFor();

    const other = await newPage({ javaScript });
    await request(other);
    await other.getByText("Too many attempts").waitFor();
    await request(page);
    await page.waitForURL("/login/verify?**");
  },
);

test("the mail has the specified texts, in the user's language", async ({ newPage, server }) => {
  const english = newAddress();
  const page = await newPage();
  await page.goto("/login");
  await page.locator("#email").fill(english);
  await submit(page);
  const mail = await server.mail.waitFor(english);
  expect(mail.subject).toBe("Your verification code");
  expect(mail.text).toContain("To verify your identity, enter the following code:");
  expect(mail.text).toContain("This code will only be valid for the next 10 minutes.");
  expect(mail.text).toContain("If you didn't try to sign in, you can safely ignore this email.");
  expect(mail.html).toMatch(/<div style="display:none[^>]*>Verify your identity</);
  expect(mail.subject).not.toMatch(/\d{6}/);

  // optional: ar
  const arabic = newAddress();
  const arabicPage = await newPage({ language: "ar" });
  await arabicPage.goto("/login");
  await arabicPage.locator("#email").fill(arabic);
  await submit(arabicPage);
  const arabicMail = await server.mail.waitFor(arabic);
  expect(arabicMail.html).toMatch(/<html[^>]*\blang="ar"/);
  expect(arabicMail.html).toMatch(/dir="rtl"/);
  // end: ar
});

test.for([
  { width: 390, height: 664, language: "en" },
  { width: 320, height: 664, language: "ar" }, // optional: ar
  { width: 320, height: 664, language: "fr" }, // optional: fr
] as const)(
  "at $width × $height px in $language, the login page says what the product is, with the whole form on the first screen",
  async ({ width, height, language }, { newPage }) => {
    const page = await newPage({ width, height, language, theme: "dark" });
    await page.goto("/login");
    await page.getByRole("banner").getByText(brand.tagline[language]).waitFor();
    const button = await page.locator("main [type=submit]").first().boundingBox();
    expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThan(height);
  },
);
