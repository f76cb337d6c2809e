import { brand } from "#brand/brand.ts";
import { connect } from "#server/database/connect.ts";
import { query } from "./support/people.ts";
import { adminHome, userAccount, userHome } from "./support/places.ts";
import { screenPaths } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

/** Redirects and guards (decisions: "Where people land"; specification, "Guard"). */

const guardedPaths = screenPaths()
  .filter((path) => /^\/(account|app|manager)(\/|$)/.test(path))
  .map((path) => path.replace("$id", "x"));

test.for([...guardedPaths, "/manager/account/x?a=b", "/manager/nothing"])(
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
    const search = new URLSearchParams({ email, redirect: userAccount });
    const response = await fetch(`${server.url}/login/verify?${search}`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe(`/login?${new URLSearchParams({ redirect: userAccount })}`);
  }
});

test("/login redirects a signed-in user to the wanted page, or to where their role leads", async ({
  newPageOf,
}) => {
  const user = await newPageOf();
  await user.goto("/login");
  expect(new URL(user.url()).pathname).toBe(userHome);
  await user.goto(`/login?${new URLSearchParams({ redirect: userAccount })}`);
  expect(new URL(user.url()).pathname).toBe(userAccount);
  await user.goto("/login?redirect=%2Fapi%2Frest%2Fusers");
  expect(new URL(user.url()).pathname).toBe(userHome);
  await user.goto("/login/verify?email=a%40example.com");
  expect(new URL(user.url()).pathname).toBe(userHome);

  const admin = await newPageOf({ role: "admin" });
  await admin.goto("/");
  expect(new URL(admin.url()).pathname).toBe(adminHome);
});

test("a session that has expired leads to the login page", async ({ signedIn, server }) => {
  const { page, email } = await signedIn();
  await query(
    server.connection,
    `UPDATE session SET expires_at = now() FROM "user" WHERE "user".id = user_id AND email = $1`,
    [email],
  );
  await page.goto(userAccount);
  await page.waitForURL(`/login?${new URLSearchParams({ redirect: userAccount })}`);
});

test("a user without a name must enter one first, on any page, and only once", async ({
  signedIn,
  server,
}) => {
  const { page, email } = await signedIn({ name: null, onboarded: false });
  const stored = async () =>
    await query<{ name: string | null; seconds: number | null }>(
      server.connection,
      `SELECT name, extract(epoch FROM now() - onboarded_at)::int AS seconds FROM "user" WHERE email = $1`,
      [email],
    );
  expect(await stored()).toEqual([{ name: null, seconds: null }]);
  await page.goto(userAccount);
  await page.waitForURL(`/onboarding?${new URLSearchParams({ redirect: userAccount })}`);
  await page.locator("#name").fill("Nadia");
  await page.keyboard.press("Enter");
  await page.waitForURL(userAccount);
  const [onboarded] = await stored();
  expect(onboarded?.name).toBe("Nadia");
  expect(onboarded?.seconds).toBeLessThan(60);
  await page.goto("/onboarding");
  expect(new URL(page.url()).pathname).toBe(userHome);
});

test(
  "an area without access shows 403 in place, and Home leads back",
  { tags: "smoke" },
  async ({ signedIn, server, expectProblem }) => {
    expectProblem(/403/);
    const { page, email } = await signedIn();
    const response = await page.goto("/manager/users");
    expect(response?.status()).toBe(403);
    expect(new URL(page.url()).pathname).toBe("/manager/users");
    expect(await page.getByRole("heading").textContent()).toBe("You do not have access to this page");
    expect(await page.title()).toBe(`You do not have access to this page | ${brand.name}`);
    await page.getByRole("link", { name: "Home" }).click();
    await page.waitForURL(userHome);
    // One of several roles is enough.
    await query(server.connection, `UPDATE "user" SET role = 'user,admin' WHERE email = $1`, [email]);
    expect((await page.goto("/manager/users"))?.status()).toBe(200);
  },
);

test("an area without access is in the activity", async ({ server, newPageOf, expectProblem }) => {
  expectProblem(/403/);
  const page = await newPageOf();
  const requestId = (await page.goto("/manager/users"))?.headers()["x-request-id"];
  const database = connect(server.connection, { max: 1 });
  const { rows } = await database.pool.query("SELECT * FROM activity WHERE request_id = $1", [requestId]);
  await database.close();
  expect(rows).toMatchObject([{ action: "permissionDenied", subject_name: "/manager/users" }]);
});

test("an unknown page has the status 404 and a page of its own", async ({ newPageOf, expectProblem }) => {
  expectProblem(/404/);
  const page = await newPageOf({ role: "admin" });
  for (const path of [
    "/nowhere",
    "/login/nowhere",
    "/app/nowhere", // optional: app
    "/manager/nowhere",
    "/manager/organizations",
    "/manager/account/nowhere",
    "/manager/users/00000000-0000-4000-8000-000000000000",
  ]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("This page could not be found");
    expect(await page.title()).toBe(`This page could not be found | ${brand.name}`);
    expect(await page.getByRole("link", { name: "Home" }).last().getAttribute("href")).toBe("/");
    const navigation = await page.getByRole("navigation", { name: "Main navigation" }).count();
    expect(navigation > 0, path).toBe(/^\/(app|manager)/.test(path));
  }
  await page.getByRole("button", { name: "Go back" }).click();
  await page.waitForURL("/manager/account/nowhere");
  await page.getByRole("link", { name: "Home" }).last().click();
  await page.waitForURL(adminHome);
});

test("the login screens share a layout", async ({ newPage }) => {
  const page = await newPage();
  for (const path of ["/login", "/login/verify?email=a%40example.com", "/login/error"]) {
    await page.goto(path);
    await page.getByRole("banner").getByText(brand.tagline.en).waitFor();
    await page.getByRole("contentinfo").getByRole("button", { name: "Theme: System" }).waitFor();
  }
});

test("the login error page explains the error", async ({ newPage }) => {
  const page = await newPage();
  for (const [error, title, text] of [
    ["signup_disabled", "Account not found", "You need an account to log in"],
    ["access_denied", "Access denied", "Unable to log you in, please try again"],
    ["unknown_error", "Something went wrong", "Login failed, please try again"],
    ["made_up", "Something went wrong", "Login failed, please try again"],
    ["constructor", "Something went wrong", "Login failed, please try again"],
    ["123", "Something went wrong", "Login failed, please try again"],
    ["", "Something went wrong", "Login failed, please try again"],
    [undefined, "Something went wrong", "Login failed, please try again"],
  ] as const) {
    await page.goto(`/login/error?${new URLSearchParams(error === undefined ? {} : { error })}`);
    expect(await page.getByRole("heading").textContent(), error).toBe(title);
    expect(await page.locator("main").textContent()).toContain(text);
  }
});
