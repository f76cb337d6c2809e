import { brand } from "#brand/brand.ts";
import { policyReportPath } from "#server/http/security-headers.ts";
import { createAuthClient } from "../auth-client.ts";
import { collectTargets, type Target } from "../targets.ts";
import { buildCopy } from "./support/build-copy.ts";
import { axeViolations, toast } from "./support/interactions.ts";
import { adminHome } from "./support/places.ts";
import { enterCode } from "./support/sign-in.ts";
import { contents, send } from "./support/targets.ts";
import { startServer } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

/** VITE_IS_DEMO=true */

const admin = "admin@example.com";
const code = "123456";

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const { entry, remove } = await buildCopy({ VITE_IS_DEMO: "true" });
  const server = await startServer({}, { entry });
  onCleanup(async () => {
    await server.stop();
    remove();
  });
  return server;
});

/** Signing in and out, and reports of the browser, which are only logged. */
const open = new Set([
  "/login",
  "/login/",
  "/login/verify",
  "/logout",
  "/api/auth/email-otp/send-verification-otp",
  "/api/auth/sign-in/email-otp",
  "/api/auth/sign-out",
  policyReportPath,
]);

test("every request that could change something is rejected, and nothing changes", async ({ server }) => {
  const targets = collectTargets();
  const isReading = ({ method, onlyReads }: Target) => method === "GET" || onlyReads;
  const before = await contents(server.connection);
  const client = await signIn(server.url, admin);

  const failed: string[] = [];
  for (const target of targets.filter(({ path }) => !open.has(path))) {
    const { status, body } = await send(server.url, target, client.headers());
    const isRejected =
      (status === 403 && body.includes('"DEMO_MODE"')) ||
      status === 405 ||
      body.includes("no such operation");
    const isExpected = isReading(target) ? status < 500 : isRejected;
    if (!isExpected) failed.push(`${target.name}: ${status} ${body.slice(0, 200)}`);
  }
  expect(failed).toEqual([]);
  expect(targets.filter((target) => !isReading(target)).length).toBeGreaterThan(80);
  expect(await contents(server.connection)).toEqual(before);
});

test("visitors share an account's session, of which no one can end another's or see an address", async ({
  server,
}) => {
  const [first, second] = [await signIn(server.url, admin), await signIn(server.url, admin)];
  const sessions = await first.call<object[]>("auth/listSessions");
  expect(sessions).toEqual([expect.objectContaining({ ipAddress: null, browser: null, isCurrent: true })]);
  for (const path of ["/logout", "/api/auth/sign-out"]) {
    const response = await fetch(server.url + path, {
      method: "POST",
      redirect: "manual",
      headers: { ...second.headers(), origin: server.url },
    });
    expect(response.headers.getSetCookie().join()).toContain("Max-Age=0");
  }
  expect((await first.session()).body).toMatchObject({ user: { email: admin } });
});

// optional: rest
test("each visitor has a limit of REST requests of their own", async ({ server }) => {
  const limits = [];
  for (const visitor of [await signIn(server.url, admin), await signIn(server.url, admin)]) {
    const { headers } = await fetch(`${server.url}/api/rest/account`, { headers: visitor.headers() });
    limits.push(headers.get("ratelimit"));
  }
  expect(limits[0]).toMatch(/r=\d+/);
  expect(limits[1]).toBe(limits[0]);
});
// end: rest

test("only the demo's accounts sign in, with its code", async ({ server }) => {
  const client = createAuthClient(server.url);
  const person = await server.addPerson();
  expect(await client.requestCode(person.email)).toMatchObject({ body: { code: "SIGNUP_DISABLED" } });
  expect(await client.verifyCode(person.email, code)).toMatchObject({ body: { code: "SIGNUP_DISABLED" } });
  expect(await client.verifyCode(admin, "654321")).toMatchObject({ body: { code: "INVALID_OTP" } });
  expect((await client.session()).body).toBeNull();
});

test("a visitor signs in with the code on the screen, and a dialog says that a change is disabled", async ({
  newPage,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const page = await newPage();
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in as Ada Admin" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Log in as Ada Admin" }).click();
  await page.getByText(`Your code is ${code}`).waitFor();
  expect(await page.getByText("Code expires soon").count()).toBe(0);
  await enterCode(page, code);
  await page.waitForURL(adminHome);

  await page.goto("/manager/users/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Maps");
  await page.getByRole("textbox", { name: "Email" }).fill("maps@example.com");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "👋 Demo Mode" });
  await dialog.getByText("This is a read-only demo, this action is disabled.").waitFor();
  expect(await dialog.getByText(brand.createCommand).isVisible()).toBe(true);
  const links = await dialog
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual([`mailto:${brand.email}`, brand.documentation]);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "hidden" });
  expect(await page.locator(".toast").count()).toBe(0);
});

test("each kind of change opens the dialog and nothing else, and hides toasts while it is open", async ({
  newPage,
  server,
  expectProblem,
}) => {
  expectProblem(/status of 403/);
  const page = await newPage();
  await page.goto("/login");
  await page.getByRole("button", { name: "Log in as Ada Admin" }).click();
  await page.locator("#code").waitFor();
  await enterCode(page, code);
  await page.waitForURL(adminHome);
  const { id } = await server.addPerson();
  const before = await contents(server.connection);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).last().click();
  const changes: [path: string, make: () => Promise<void>][] = [
    [
      "/manager/account?state=change-name",
      () => page.getByRole("dialog").getByRole("textbox").press("Enter"),
    ],
    [`/manager/users/${id}/update`, () => press("Save")],
    [`/manager/users/${id}`, async () => (await press("Delete"), await press("Delete"))],
    [`/manager/users/${id}`, async () => (await press("Ban"), await press("Ban"))],
    // optional: books
    [
      "/manager/books/import",
      () =>
        page
          .getByLabel("CSV file")
          .setInputFiles({ name: "books.csv", mimeType: "text/csv", buffer: Buffer.from("Title\nA\n") }),
    ],
    // end: books
  ];
  const dialog = page.getByRole("dialog", { name: "👋 Demo Mode" });
  for (const [path, make] of changes) {
    await page.goto(path);
    await make();
    await dialog.waitFor();
    expect(await page.locator(".toast").filter({ visible: true }).count(), path).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "hidden" });
  }
  expect(await contents(server.connection)).toEqual(before);

  await page.goto("/manager/account?state=change-name");
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("No"))));
  await page.keyboard.press("Escape");
  await press("Copy version info");
  await toast(page, "Failed to copy the version info").waitFor();
  await page.getByRole("link", { name: "Change your name" }).click();
  await page.getByRole("dialog").getByRole("textbox").press("Enter");
  await dialog.waitFor();
  expect(await toast(page, "Failed to copy the version info").isVisible()).toBe(false);
});

test("without JavaScript, a rejected form says so on its page", async ({ newPage, server }) => {
  const context = (await newPage({ javaScript: false })).context();
  const response = await context.request.post("/login/confirm", {
    form: { send: "yes" },
    headers: { origin: server.url, referer: `${server.url}/login`, "sec-fetch-mode": "navigate" },
  });
  expect(new URL(response.url()).pathname).toBe("/login");
  expect(await response.text()).toContain("This is a read-only demo, this action is disabled.");
});

async function signIn(url: string, email: string) {
  const client = createAuthClient(url);
  await client.requestCode(email);
  expect(await client.verifyCode(email, code)).toMatchObject({ status: 200 });
  return client;
}
