import { connect } from "#server/database/connect.ts";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { newContext } from "./support/browser-context.ts";
import { screenPaths } from "./support/screens.ts";
import { startServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";

/** Redirects and guards (decisions: "Where people land"; specification, "Guard"). */

const guardedPaths = screenPaths()
  .filter((path) => /^\/(app|manager)(\/|$)/.test(path))
  .map((path) => path.replace("$id", "x"));

test.for([...guardedPaths, "/app/books/x?a=b", "/app/nothing"])(
  "the server redirects a signed-out user from %s to the login page, and back later",
  async (path, { server }) => {
    const response = await fetch(server.url + path, { redirect: "manual" });
    expect(response.status).toBe(307);
    expect(response.headers.get("location")).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
    expect(response.headers.get("cache-control")).toBe("no-store");
  },
);

test("/ redirects to /login", async ({ server }) => {
  const response = await fetch(server.url, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([307, "/login"]);
});

test("the page for a code needs a valid email, and else leads to /login", async ({ server }) => {
  for (const email of ["", "x", "a@b@example.com"]) {
    const search = new URLSearchParams({ email, redirect: "/app/books" });
    const response = await fetch(`${server.url}/login/verify?${search}`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe("/login?redirect=%2Fapp%2Fbooks");
  }
});

test("/login redirects a signed-in user to the wanted page, to Manager, or to App", async ({ newPageOf }) => {
  const user = await newPageOf();
  await user.goto("/login");
  expect(new URL(user.url()).pathname).toBe("/app");
  await user.goto("/login?redirect=%2Fapp%2Fbooks");
  expect(new URL(user.url()).pathname).toBe("/app/books");
  await user.goto("/login?redirect=%2Fapi%2Frest%2Fbooks");
  expect(new URL(user.url()).pathname).toBe("/app");
  await user.goto("/login/verify?email=a%40example.com");
  expect(new URL(user.url()).pathname).toBe("/app");

  const admin = await newPageOf({ role: "admin" });
  await admin.goto("/");
  expect(new URL(admin.url()).pathname).toBe("/manager/dashboard");
});

test("a user without a name must enter one first, on any page, and only once", async ({ newPageOf }) => {
  const page = await newPageOf({ name: null, onboarded: false });
  await page.goto("/app/books");
  await page.waitForURL("/onboarding?redirect=%2Fapp%2Fbooks");
  await page.locator("#name").fill("Nadia");
  await page.keyboard.press("Enter");
  await page.waitForURL("/app/books");
  await page.goto("/onboarding");
  expect(new URL(page.url()).pathname).toBe("/app");
});

test(
  "an area without access shows 403 in place, and App mentions it",
  { tags: "smoke" },
  async ({ newPageOf, expectProblem }) => {
    expectProblem(/403/);
    const page = await newPageOf();
    const response = await page.goto("/manager/books");
    expect(response?.status()).toBe(403);
    expect(new URL(page.url()).pathname).toBe("/manager/books");
    expect(await page.getByRole("heading").textContent()).toBe("You do not have access to this page");
    expect(await page.title()).toBe("You do not have access to this page | Flyleaf");
    await page.goto("/app");
    expect(await page.locator("main").textContent()).toContain("Access denied");
    expect(await page.locator("main").textContent()).toContain("You are here");
  },
);

test("an area without access is in the activity", async ({ server, newPageOf, expectProblem }) => {
  expectProblem(/403/);
  const page = await newPageOf();
  const requestId = (await page.goto("/manager/genres"))?.headers()["x-request-id"];
  const database = connect(server.connection, { max: 1 });
  const { rows } = await database.pool.query("SELECT * FROM activity WHERE request_id = $1", [requestId]);
  await database.close();
  expect(rows).toMatchObject([{ action: "permissionDenied", subject_name: "/manager/genres" }]);
});

test("an unknown page has the status 404 and a page of its own", async ({ newPageOf, expectProblem }) => {
  expectProblem(/404/);
  const page = await newPageOf({ role: "admin" });
  for (const path of [
    "/nowhere",
    "/login/nowhere",
    "/app/nowhere",
    "/manager/nowhere",
    "/app/books/00000000-0000-4000-8000-000000000000",
    "/app/books/not-an-id",
    "/manager/books/00000000-0000-4000-8000-000000000000",
  ]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("This page could not be found");
    expect(await page.title()).toBe("This page could not be found | Flyleaf");
    expect(await page.getByRole("link", { name: "Home" }).last().getAttribute("href")).toBe("/");
    const navigation = await page.getByRole("navigation", { name: "Main navigation" }).count();
    expect(navigation > 0, path).toBe(/^\/(app|manager)/.test(path));
  }
  await page.getByRole("link", { name: "Home" }).last().click();
  await page.waitForURL("/manager/dashboard");
});

test("the login error page explains the error", async ({ newPage }) => {
  const page = await newPage();
  for (const [error, title, text] of [
    ["signup_disabled", "Account not found", "You need an account to log in"],
    ["access_denied", "Access denied", "Unable to log you in, please try again"],
    ["unknown_error", "Something went wrong", "Login failed, please try again"],
    ["made_up", "Something went wrong", "Login failed, please try again"],
    ["constructor", "Something went wrong", "Login failed, please try again"],
    ["", "Something went wrong", "Login failed, please try again"],
  ] as const) {
    await page.goto(`/login/error?${new URLSearchParams({ error })}`);
    expect(await page.getByRole("heading").textContent(), error).toBe(title);
    // The layout of the login screens.
    await page.getByRole("button", { name: "Language: English" }).waitFor();
    expect(await page.locator("main").textContent()).toContain(text);
  }
});

test("an error page shows the reference under which the log contains the error", async ({ browser }) => {
  const own = await startServer();
  try {
    const context = await newContext(browser, own.url);
    const page = await context.newPage();
    const { email } = await own.addPerson({ role: "admin" });
    await signInByForm(context, email, own.mail, own.url);
    const database = connect(embeddedConnection(own.dataDir), { max: 1 });
    await database.pool.query("ALTER TABLE book RENAME TO lost");
    const navigation = page.getByRole("navigation", { name: "Main navigation" });
    const inManager = await page.goto("/manager/books/00000000-0000-4000-8000-000000000000");
    expect([inManager?.status(), await navigation.isVisible()]).toEqual([500, true]);
    const response = await page.goto("/app/books");
    expect([response?.status(), await navigation.isVisible()]).toEqual([500, true]);
    const shown = await page.locator("main code").textContent();
    expect(shown).toContain("Something went wrong");
    const reference = /Reference: (\S+)/.exec(shown ?? "")?.[1] ?? "none";
    await expect.poll(() => own.log()).toContain(reference);
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [
      email,
    ]);
    await expect.poll(() => own.log()).toMatch(new RegExp(`"id":"${reference}".*"user":"${rows[0]?.id}"`));
    expect(await response?.text()).not.toContain("relation");

    await database.pool.query("ALTER TABLE lost RENAME TO book");
    await database.pool.query("ALTER TABLE email_change RENAME TO lost");
    const other = await (await newContext(browser, own.url)).newPage();
    const onLogin = await other.goto("/login/undo-email?token=x");
    expect([onLogin?.status(), await other.getByRole("heading").textContent()]).toEqual([
      500,
      "Something went wrong",
    ]);
    await other.context().close();
    await database.close();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Books" }).waitFor();
    await context.close();
  } finally {
    await own.stop();
  }
});
