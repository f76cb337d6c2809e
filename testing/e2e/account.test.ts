import { brand } from "#brand/brand.ts";
import { languages } from "#i18n/languages.ts";
import { readFile } from "node:fs/promises";
import packageFile from "../../package.json" with { type: "json" };
import type { DatabaseConnection } from "#server/database/connect.ts";
import { axeViolations, openHydrated, toast } from "./support/interactions.ts";
import { failChanges } from "./support/failing.ts";
import { query } from "./support/people.ts";
import { userAccount, userHome } from "./support/places.ts";
import { expect, newAddress, test } from "./support/test.ts";

/** The account page: name, email, sessions, data, deletion. */

const wrongCode = (code: string) => (code === "000000" ? "111111" : "000000");

const errorResponse = (code: string, status: number) => ({
  status,
  json: { json: { defined: true, code, status, message: code } },
});

/** Changes a user's email, or marks it as not verified. */
async function updateEmail(
  connection: DatabaseConnection,
  email: string,
  { to = email, verified = true }: { to?: string; verified?: boolean },
): Promise<string> {
  const statement = `UPDATE "user" SET email = $2, email_verified = $3 WHERE email = $1`;
  await query(connection, statement, [email, to, verified]);
  return to;
}

/** Ends a user's sessions, as if they had expired. */
async function endSessions(connection: DatabaseConnection, email: string) {
  await query(
    connection,
    `DELETE FROM session USING "user" WHERE "user".id = session.user_id AND email = $1`,
    [email],
  );
}

test("the server renders the page with the user and their sessions, in each area", async ({ signedIn }) => {
  const { page, email } = await signedIn({ role: "admin", name: "Ada Byron" }, { javaScript: false });
  for (const path of [userAccount, "/manager/account"]) {
    await page.goto(path);
    const profile = page.getByRole("region", { name: "Your profile" });
    expect(await profile.textContent()).toContain("Ada Byron");
    expect(await profile.textContent()).toContain(email);
    expect(await profile.textContent()).not.toContain("Not verified");
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    const preferences = page.getByRole("region", { name: "Display preferences" });
    const choosers = preferences.getByRole("button", { name: "Language: English" });
    expect(await choosers.count()).toBe(languages.length > 1 ? 1 : 0);
    // Only a browser with JavaScript knows the theme.
    expect(await preferences.getByRole("button", { name: /^Theme/ }).count()).toBe(0);
    await page.locator("main").getByRole("button", { name: "Log out" }).waitFor();
    const sessions = page.getByRole("region", { name: "Your sessions" });
    expect(await sessions.getByRole("listitem").textContent()).toMatch(/This device.*Last used now/);
    expect(await sessions.textContent()).toContain("You’re logged in on this device only.");
    await page.getByText(`Version ${packageFile.version}`).waitFor();
  }
});

test(
  "a drawer, which the URL opens, changes the name everywhere",
  { tags: "smoke" },
  async ({ newPageOf }) => {
    const page = await newPageOf({ role: "admin", name: "Augusta Byron" });
    await page.goto("/manager/account");
    const preferences = page.getByRole("region", { name: "Display preferences" });
    await preferences.getByRole("button", { name: "Theme: System" }).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy version info" }).click();
    await toast(page, "Version info copied to clipboard").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`${brand.name} ${packageFile.version}\n`);
    await page.getByRole("link", { name: "Change your name" }).click();
    await page.waitForURL("/manager/account?state=change-name");
    const drawer = page.getByRole("dialog", { name: "Update your name" });
    const field = drawer.getByRole("textbox", { name: "Name" });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await page.waitForURL("/manager/account");
    await page.getByRole("link", { name: "Change your name" }).click();

    await field.fill("  ");
    await field.press("Enter");
    await drawer.getByText("Name is required").waitFor();
    await field.fill("\u202eAda");
    await field.press("Enter");
    await drawer.getByText("Name is not valid").waitFor();
    await field.fill(" Ada Lovelace ");
    const refetched = page.waitForRequest("**/_serverFn/**");
    await drawer.getByRole("button", { name: "Update" }).click();
    await refetched;
    await toast(page, "Name updated").waitFor();
    await page.waitForURL("/manager/account");
    await drawer.waitFor({ state: "hidden" });
    expect(await page.getByRole("region", { name: "Your profile" }).textContent()).toContain("Ada Lovelace");
    await page.getByRole("button", { name: "Account menu for \u2068Ada Lovelace\u2069" }).waitFor();
    await page.goto("/manager/account?state=made-up");
    await page.waitForURL("/manager/account");
    expect(await page.getByRole("dialog").count()).toBe(0);
    // optional: dashboard
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await page.getByRole("main").getByText("Hello, Ada").waitFor();
    // end: dashboard
  },
);

test("in each area, the account's parameters are dropped from the URL at their defaults", async ({
  newPageOf,
}) => {
  const page = await newPageOf({ role: "admin" });
  for (const path of [userAccount, "/manager/account"]) {
    for (const search of ["state=&newEmail=", "state=other", "state="]) {
      await page.goto(`${path}?${search}`);
      await page.waitForURL(path);
    }
    await page.goto(`${path}?newEmail=new%40example.com&state=`);
    await page.getByRole("dialog", { name: "Change your email" }).getByText("new@example.com").waitFor();
    await page.waitForURL(`${path}?newEmail=new%40example.com`);
  }
});

test("a name that can't be saved shows an error and stays in its field", async ({
  signedIn,
  server,
  expectProblem,
}) => {
  expectProblem(/500/);
  const { page, email } = await signedIn();
  await page.goto(`${userAccount}?state=change-name`);
  const field = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await field.fill("Ada Lovelace");
  const allow = await failChanges(server.connection, [["UPDATE", "user", `OLD.email = '${email}'`]]);
  await field.press("Enter");
  await toast(page, "Failed to update your name").waitFor();
  expect(await field.inputValue()).toBe("Ada Lovelace");
  await allow();
  await field.press("Enter");
  await toast(page, "Name updated").waitFor();
});

test("a code changes the email, and other devices are logged out", async ({
  newPage,
  addPerson,
  signIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  const first = (await addPerson()).email;
  const [page, otherDevice] = [await newPage(), await newPage()];
  await signIn(otherDevice.context(), first);
  // An email gets one code a minute.
  const email = await updateEmail(server.connection, first, { to: newAddress() });
  await signIn(page.context(), email);
  await page.goto(userAccount);
  await page.getByRole("button", { name: "Change your email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your email" });
  const field = dialog.getByRole("textbox", { name: "New email" });
  await field.fill("not an email");
  await field.press("Enter");
  await dialog.getByText("Email is invalid").waitFor();
  await field.fill(email.toUpperCase());
  await field.press("Enter");
  await dialog.getByText("This is already your email").waitFor();

  const newEmail = newAddress();
  await field.fill(newEmail);
  await field.press("Enter");
  await page.waitForURL(`${userAccount}?newEmail=${encodeURIComponent(newEmail)}`);
  await dialog.getByText(`Enter the code we sent to ${newEmail}.`).waitFor();
  const newCode = dialog.getByRole("button", { name: "Send a new code" });
  expect(await newCode.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByText(/You can request a new code in \d\d seconds/).waitFor();

  const code = await server.mail.codeFor(newEmail);
  const codeField = dialog.getByRole("textbox", { name: "Code" });
  await codeField.fill(wrongCode(code));
  await dialog.getByText("Code is invalid").waitFor();
  expect(await codeField.getAttribute("aria-invalid")).toBe("true");
  // The URL alone reopens this step.
  await page.reload();
  await codeField.fill(code);
  await toast(page, `Your email is now ${newEmail}. Your other devices were logged out.`).waitFor();
  await page.waitForURL(userAccount);
  await dialog.waitFor({ state: "hidden" });
  expect(await page.getByRole("region", { name: "Your profile" }).textContent()).toContain(newEmail);
  expect((await server.mail.waitFor(email)).subject).toBe("Your email was changed");
  await otherDevice.goto(userAccount);
  await otherDevice.waitForURL("/login?**");
});

test("a user can correct the new email, and has to wait for another code", async ({
  newPageOf,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 429/);
  const page = await newPageOf();
  const [mistyped, correct] = [newAddress(), newAddress()];
  await page.goto(userAccount);
  await page.getByRole("button", { name: "Change your email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your email" });
  const field = dialog.getByRole("textbox", { name: "New email" });
  await field.fill(mistyped);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByRole("button", { name: "Use another email" }).click();
  await field.fill(correct);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await server.mail.codeFor(correct);

  await page.reload();
  await dialog.getByRole("button", { name: "Send a new code" }).click();
  await dialog
    .getByText(/^You can request a new code in \d+ seconds?$/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(userAccount);
});

test("an unverified email is marked, and a code verifies it", async ({ signedIn, server }) => {
  const { page, email } = await signedIn();
  await updateEmail(server.connection, email, { verified: false });
  await page.goto(userAccount);
  const profile = page.getByRole("region", { name: "Your profile" });
  await profile.getByText("Not verified").waitFor();
  await profile.getByRole("button", { name: "Verify" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Verify your email" });
  const refetched = page.waitForRequest("**/_serverFn/**");
  await dialog.getByRole("textbox", { name: "Code" }).fill(await server.mail.codeFor(email));
  await refetched;
  await toast(page, "Email verified").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await profile.getByText("Not verified").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(email);
});

test("sessions are listed by device, and revoked one by one or all at once", async ({
  newPage,
  addPerson,
  signIn,
  server,
}) => {
  let { email } = await addPerson();
  const [page, ...others] = [await newPage(), await newPage(), await newPage(), await newPage()];
  for (const each of [...others, page]) {
    email = await updateEmail(server.connection, email, { to: newAddress() });
    await signIn(each.context(), email);
  }
  await openHydrated(page, userAccount);
  const sessions = page.getByRole("region", { name: "Your sessions" });
  const rows = sessions.getByRole("listitem");
  expect(await rows.count()).toBe(4);
  expect(await rows.filter({ hasText: "This device" }).count()).toBe(1);
  expect(await rows.first().textContent()).toMatch(/on Linux.*10\.\d+\.\d+\.\d+.*Session \S{8}$/);

  const revoke = sessions.getByRole("button", { name: /^Revoke .*on/ });
  expect(await revoke.count()).toBe(3);
  await revoke.first().press("Enter");
  const question = page.getByRole("dialog", { name: "Revoke this session?" });
  await question.waitFor();
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "hidden" });
  expect(await rows.count()).toBe(4);
  await revoke.first().press("Enter");
  await question.getByRole("button", { name: "Revoke" }).press("Enter");
  await toast(page, "Session revoked").waitFor();
  await question.waitFor({ state: "hidden" });
  expect(await rows.count()).toBe(3);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("UL");

  await sessions.getByRole("button", { name: "Revoke all others" }).click();
  const all = page.getByRole("dialog", { name: "Revoke all other sessions?" });
  await all.getByRole("button", { name: "Revoke all others" }).click();
  await toast(page, "2 sessions revoked").waitFor();
  await sessions.getByText("You’re logged in on this device only.").waitFor();
  expect(await rows.count()).toBe(1);
  for (const each of others) {
    await each.goto(userHome);
    await each.waitForURL("/login?**");
  }
});

test("the page shows an error if sessions can't be revoked or loaded, and the rest of it works", async ({
  newPage,
  addPerson,
  signIn,
  server,
  expectProblem,
}) => {
  expectProblem(/500/);
  const first = (await addPerson({ role: "admin" })).email;
  const page = await newPage();
  await signIn((await newPage()).context(), first);
  const email = await updateEmail(server.connection, first, { to: newAddress() });
  await signIn(page.context(), email);
  const fail = errorResponse("INTERNAL_SERVER_ERROR", 500);
  await page.route("**/api/rpc/auth/revoke*", (route) => route.fulfill(fail));
  await page.goto("/manager/account");
  const sessions = page.getByRole("region", { name: "Your sessions" });
  await sessions.getByRole("button", { name: /^Revoke .*on/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await toast(page, "Failed to revoke session").waitFor();
  await page.keyboard.press("Escape");
  await sessions.getByRole("button", { name: "Revoke all others" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke all others" }).click();
  await toast(page, "Failed to revoke all sessions").waitFor();

  await page.goto("/manager/users");
  await page.route("**/api/rpc/auth/listSessions", (route) => route.fulfill(fail));
  await page.getByRole("button", { name: "Account menu for" }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await sessions.getByText("Something went wrong").waitFor();
  await page.getByRole("region", { name: "Your profile" }).getByText(email).waitFor();
  await page.unroute("**/api/rpc/auth/listSessions");
  await sessions.getByRole("button", { name: "Retry" }).click();
  await sessions.getByText("This device").waitFor();
});

test("a user downloads their data as a file, also without JavaScript", async ({ signedIn }) => {
  const { page, email } = await signedIn({}, { javaScript: false });
  await page.goto(userAccount);
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await download.path(), "utf8")) as { profile: { email: string } };
  expect(data.profile.email).toBe(email);
});

test("a code and a confirmation delete the account and all of its data", async ({
  signedIn,
  signIn,
  server,
}) => {
  const { page, email } = await signedIn();
  await page.goto(userAccount);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByRole("button", { name: "Send code" }).click();
  const code = await server.mail.codeFor(email);
  await dialog.getByRole("textbox", { name: "Code" }).fill(code);
  // The last digit doesn't submit the form.
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await page.waitForURL("/login");
  await toast(page, "Your account has been deleted").waitFor();
  expect((await page.context().cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
  await page.goto(userAccount);
  await page.waitForURL("/login?**");
  expect(await page.content()).not.toContain(email);
  await signIn(page, email);
  expect(new URL(page.url()).pathname).toBe("/onboarding");
});

test("a user whose session expires while they type signs in again in place, and keeps what they typed", async ({
  newPage,
  addPerson,
  signIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  const first = (await addPerson()).email;
  const page = await newPage();
  await signIn(page.context(), first);
  // An email gets one code a minute.
  const email = await updateEmail(server.connection, first, { to: newAddress() });
  await page.goto(`${userAccount}?state=change-name`);
  const drawer = page.getByRole("dialog", { name: "Update your name" });
  await drawer.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  // The browser loads the API keys after the page. Without a session, that would ask to log in, too. // optional: api-keys
  await page.getByText("Create an API key").waitFor(); // optional: api-keys
  await endSessions(server.connection, email);
  await drawer.getByRole("button", { name: "Update" }).click();

  const again = page.getByRole("dialog", { name: "Log in again" });
  await again.getByText(email).waitFor();
  expect(await drawer.isVisible()).toBe(false);
  expect(await page.getByText(first).isVisible()).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  // The user is refetched before the new name is saved, and the response arrives after it.
  const saved = page.waitForResponse((response) => response.url().endsWith("/auth/rename") && response.ok());
  await page.route(
    "**/_serverFn/**",
    async (route) => {
      const response = await route.fetch();
      await saved;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await again.getByRole("textbox", { name: "Code" }).fill(await server.mail.codeFor(email));
  await toast(page, "Name updated").waitFor();
  await page.waitForURL(userAccount);
  await page.getByRole("region", { name: "Your profile" }).getByText("Ada Lovelace").waitFor();
});

// optional: live
test("a save that is under way when the session ends is finished after signing in again in place", async ({
  newPage,
  addPerson,
  signIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  const first = (await addPerson()).email;
  const other = await newPage({ live: true });
  await signIn(other.context(), first);
  // An email gets one code a minute.
  const email = await updateEmail(server.connection, first, { to: newAddress() });
  const page = await other.context().newPage();
  for (const each of [page, other]) await openHydrated(each, `${userAccount}?state=change-name`);
  let send = () => {};
  const ended = new Promise<void>((resolve) => (send = resolve));
  await page.route("**/api/rpc/auth/rename", async (route) => {
    await ended;
    await route.continue();
  });
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await name.fill("Ada Lovelace");
  await name.press("Enter");
  await endSessions(server.connection, email);
  await other.waitForURL("/login?**");
  send();

  const again = page.getByRole("dialog", { name: "Log in again" });
  await again.getByText(email).waitFor();
  await page.keyboard.press("Enter");
  await again.getByRole("textbox", { name: "Code" }).fill(await server.mail.codeFor(email));
  await toast(page, "Name updated").waitFor();
});

test("a page with unsaved changes is hidden when its session ends, until the same user has signed in, in any tab", async ({
  signedIn,
  addPerson,
  signIn,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  const { page, email: first } = await signedIn({ name: "Ada" }, { live: true });
  const live = page.waitForResponse(/\/api\/live/);
  await page.goto(`${userAccount}?state=change-name`);
  await live;
  const field = page.getByRole("textbox", { name: "Name" });
  await field.fill("Ada Lovelace");
  await endSessions(server.connection, first);
  const again = page.getByRole("dialog", { name: "Log in again" });
  await again.waitFor();
  await expect.poll(() => page.title()).toBe("Log in again");
  for (const text of ["Update your name", "Ada", "Devices"])
    expect(await page.getByText(text).filter({ visible: true }).count()).toBe(0);

  const other = await page.context().newPage();
  await signIn(other, await updateEmail(server.connection, first, { to: newAddress() }));
  await again.waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("Ada Lovelace");
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);

  await signIn(page.context(), (await addPerson({ name: "Grace" })).email);
  await other.goto(userHome);
  await again.waitFor();
  expect(await field.isVisible()).toBe(false);
  page.on("dialog", (question) => void question.accept());
  await again.getByRole("button", { name: "Close" }).click();
  await again.waitFor({ state: "detached" });
  await expect.poll(() => field.inputValue()).toBe("Grace");
});
// end: live

test("all tabs follow when a user signs out or in", async ({ signedIn, signIn, server }) => {
  const { page, email } = await signedIn();
  await page.goto(userAccount);
  const other = await page.context().newPage();
  await other.goto(userAccount);
  await other.locator("main").getByRole("button", { name: "Log out" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("/login");
  await other.waitForURL("/login");
  await signIn(other, await updateEmail(server.connection, email, { to: newAddress() }));
  await page.waitForURL(userHome);
});
