import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { policyReportPath } from "#server/http/security-headers.ts";
import { type AuthClient, createAuthClient } from "../auth-client.ts";
import { collectTargets } from "../targets.ts";
import { axeViolations, openHydrated } from "./support/interactions.ts";
import { query } from "./support/people.ts";
import type { TestServer } from "./support/server.ts";
import { send } from "./support/targets.ts";
import { expect, newAddress, test as sharedTest, testWithServer } from "./support/test.ts";

/* REQUESTS_PER_MINUTE. So few that none is added while a test runs: to a person's budget every 15 s, to a client's every 30. */

const test = testWithServer({ REQUESTS_PER_MINUTE: "4" });

/** What has no budget, by the beginning of its path. */
const free = ["/up", "/ready", "/files/", "/assets/", policyReportPath];
const isFree = (path: string) => free.some((start) => path.startsWith(start));

const inParallel = 50;

async function signIn(server: TestServer): Promise<AuthClient> {
  const client = createAuthClient(server.url);
  const { email } = await server.addPerson();
  await client.requestCode(email);
  const { status } = await client.verifyCode(email, await server.mail.codeFor(email));
  expect(status).toBe(200);
  return client;
}

/** Sends requests until one is denied. */
async function exhaust(request: () => Promise<{ status: number }>): Promise<void> {
  const statuses = [];
  while (statuses.at(-1) !== 429 && statuses.length < 10) statuses.push((await request()).status);
  expect(statuses.at(-1)).toBe(429);
}

/** Uses up the budget of a page's person, or of its client without a session. */
async function exhaustOf(page: Page): Promise<void> {
  const { request } = page.context();
  await exhaust(async () => ({ status: (await request.get("/api/auth/get-session")).status() }));
}

async function moveToNewClient(page: Page): Promise<void> {
  await page.context().setExtraHTTPHeaders({ "x-forwarded-for": `203.0.113.${randomInt(1, 255)}` });
}

test.for(["a person", "a client without a session"])(
  "once the budget of %s is used up over one way, every other answers 429, but health checks and files",
  async (who, { server }) => {
    const client = who === "a person" ? await signIn(server) : createAuthClient(server.url);
    await exhaust(client.session);

    const targets = collectTargets();
    const allowed: string[] = [];
    for (let start = 0; start < targets.length; start += inParallel) {
      const batch = targets.slice(start, start + inParallel).map(async (target) => {
        const { status, headers, body } = await send(server.url, target, client.headers());
        const isDenied =
          status === 429 && body.includes('"TOO_MANY_REQUESTS"') && Number(headers.get("retry-after")) > 0;
        if (!isDenied) allowed.push(target.path);
        expect(status).toBeLessThan(500);
      });
      await Promise.all(batch);
    }
    expect(targets.length).toBeGreaterThan(100);
    expect(allowed.filter((path) => !isFree(path))).toEqual([]);
    expect(new Set(allowed).size).toBe(free.length);

    const other = await signIn(server);
    const page = await (await fetch(`${server.url}/login`, { headers: other.headers() })).text();
    const [script = ""] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
    for (const path of ["/up", "/ready", script])
      expect((await fetch(server.url + path, { headers: client.headers() })).status).toBe(200);
    expect((await other.session()).status).toBe(200);
  },
);

test("a forged cookie counts for its client", async ({ server }) => {
  const client = createAuthClient(server.url);
  await exhaust(client.session);
  const { cookies } = await signIn(server);
  const get = async (name: (value: string) => string) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${name(value)}`).join("; ");
    return (await fetch(`${server.url}/login`, { headers: { ...client.headers(), cookie } })).status;
  };
  expect(await get((value) => `${value}x`)).toBe(429);
  expect(await get((value) => value)).toBe(200);
});

test("a session that is renewed by a denied request, or by a sign-out, gets its new cookie or ends; no cache keeps it", async ({
  server,
}) => {
  const client = await signIn(server);
  const renewed = async (path: string, init: RequestInit = {}) => {
    await query(server.connection, "UPDATE session SET expires_at = now() + interval '1 hour'", []);
    const response = await fetch(server.url + path, {
      ...init,
      headers: { ...client.headers(), ...init.headers },
    });
    return {
      response,
      cookies: response.headers.getSetCookie().filter((cookie) => cookie.includes(".session=")),
    };
  };
  // optional: rest
  const description = await renewed("/api/openapi.json");
  expect(description.cookies).toHaveLength(1);
  expect(description.response.headers.get("cache-control")).toBe("no-store");
  // end: rest
  const signOut = await renewed("/api/auth/sign-out", {
    method: "POST",
    headers: { origin: server.url, "content-type": "application/json" },
    body: "{}",
  });
  expect(signOut.response.status).toBe(200);
  expect(signOut.cookies.at(-1)).toContain("Max-Age=0");

  const other = await signIn(server);
  await exhaust(other.session);
  await query(server.connection, "UPDATE session SET expires_at = now() + interval '1 hour'", []);
  const denied = await fetch(`${server.url}/login`, { headers: other.headers() });
  expect([denied.status, denied.headers.getSetCookie().join()]).toEqual([
    429,
    expect.stringContaining(".session="),
  ]);
});

test.for([
  ["en", "Too many attempts. Try again in 1 minute."],
  ["ar", "محاولات كثيرة. أعد المحاولة بعد دقيقة واحدة."], // optional: ar
] as const)(
  "the login form keeps what was typed, and says why in %s",
  async ([language, text], { newPage, expectProblem }) => {
    expectProblem(/429/);
    const page = await newPage({ language });
    await openHydrated(page, "/login");
    await exhaustOf(page);
    const field = page.locator("input[name=email]");
    const email = newAddress();
    await field.fill(email);
    await field.press("Enter");
    await page.getByText(text).waitFor();
    expect(await field.inputValue()).toBe(email);
    await moveToNewClient(page);
    await field.press("Enter");
    await page.waitForURL("**/login/verify?**");
  },
);

test.for([
  ["en", "Too many requests. Please try again in a moment.", "Try again"],
  ["ar", "طلبات كثيرة جدًا. يُرجى المحاولة مجددًا بعد قليل.", "إعادة المحاولة"], // optional: ar
] as const)(
  "without JavaScript a page says it in %s, and sends the form again with what was typed",
  async ([language, text, tryAgain], { newPage, expectProblem }) => {
    expectProblem(/429/);
    const page = await newPage({ language, javaScript: false });
    await page.goto("/login");
    await exhaustOf(page);
    const email = newAddress();
    await page.locator("input[name=email]").fill(email);
    await page.locator("form:has(input[name=email]) [type=submit]").click();
    await page.getByText(text).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    await moveToNewClient(page);
    await page.getByRole("button", { name: tryAgain }).click();
    await page.waitForURL(
      (url) => url.pathname === "/login/verify" && url.searchParams.get("email") === email,
    );
  },
);

test("a page that is opened over the budget says so, and is opened by its link once there is some", async ({
  newPage,
  expectProblem,
}) => {
  expectProblem(/429/);
  const page = await newPage();
  await exhaustOf(page);
  const response = await page.goto("/login?redirect=%2Fapp");
  expect([response?.status(), response?.headers()["retry-after"]]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ]);
  expect(await axeViolations(page)).toEqual([]);
  await moveToNewClient(page);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.locator("input[name=email]").waitFor();
  expect(page.url()).toMatch(/\/login\?redirect=/);
});

test("in the application a form keeps what was typed, and a page that can't be loaded says why and offers to try again", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/429/);
  const page = await newPageOf({ role: "admin" });
  await openHydrated(page, "/manager/account?state=change-name");
  await exhaustOf(page);
  const text = page.getByText("Too many requests. Please try again in a moment.");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await name.fill("Ada Lovelace");
  await name.press("Enter");
  await text.waitFor();
  expect(await name.inputValue()).toBe("Ada Lovelace");

  await name.fill("Petra Person");
  await page.keyboard.press("Escape");
  await name.waitFor({ state: "hidden" });
  await exhaustOf(page);
  await page.getByRole("link", { name: "Users" }).click();
  await text.waitFor();
  await page.getByRole("button", { name: "Retry" }).waitFor();
});

sharedTest("0 turns the budget off", async ({ server }) => {
  const client = createAuthClient(server.url);
  for (let i = 0; i < 20; i += 1) expect((await client.session()).status).toBe(200);
});
