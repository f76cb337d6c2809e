import type { BetterAuthPlugin } from "better-auth";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { callerIn } from "../../../../testing/context.ts";
import { createTestAccounts } from "../account/testing.ts";
import { findSession } from "../sessions/server/find-session.ts";
import { session, signInCode } from "../table.ts";
import {
  anotherInstance,
  cookieNames,
  createBrowser,
  infoOf,
  randomEmail,
  signIn,
  testAuth,
  type TestAuth,
  wrongCode,
} from "../testing.ts";
import { type AuthOptions, createAuth } from "./auth.ts";
import { isOpenMethod } from "./endpoint-rules.ts";
import { handleAuthRequest } from "./handler.ts";

const github = { clientId: "github client", clientSecret: "github secret" }; // optional: social
const env = testAuth({
  auth: { github }, // optional: social
});

async function administrator() {
  const signedIn = await signIn(env);
  await env.database.sql.update(user).set({ role: "admin" }).where(eq(user.email, signedIn.email));
  return signedIn;
}

type Endpoint = { path?: string; options: { method?: string | string[] } };

/** All endpoints of better-auth and its plugins. */
const allEndpoints = () => Object.values(env.auth.betterAuth.api) as Endpoint[];

/** Their paths, each with all its methods. */
function allPaths() {
  const methods = new Map<string, string[]>();
  for (const { path, options } of allEndpoints())
    if (path) methods.set(path, [...(methods.get(path) ?? []), options.method ?? "GET"].flat());
  return [...methods].map(([path, each]) => ({ path, methods: each }));
}

const methodOf = (path: string) =>
  path.startsWith("/callback/") ||
  allPaths()
    .find((known) => known.path === path)
    ?.methods.includes("GET")
    ? "GET"
    : "POST";

describe("open endpoints", () => {
  test("are ours and the few of better-auth that the product uses, also for administrators", async () => {
    const { browser } = await administrator();
    const withPasswords = ["/sign-up/email", "/sign-in/email"];
    const closed = allPaths().filter(
      ({ path }) => !env.auth.openPaths.has(path) && !withPasswords.includes(path),
    );
    expect(closed.length).toBeGreaterThan(15);
    for (const { path, methods } of closed) {
      for (const method of methods) {
        const response = await browser.send(method, path, method === "GET" ? undefined : {});
        expect({ path, status: response.status, body: response.body }).toEqual({
          path,
          status: 404,
          body: { code: "NOT_FOUND", message: "There is nothing here" },
        });
      }
    }
  });

  test.each([
    ["/sign-up/email", "FAILED_TO_CREATE_USER", "Failed to create user"],
    ["/sign-up", "FAILED_TO_CREATE_USER", "Failed to create user"],
    ["/sign-up/anything/else", "FAILED_TO_CREATE_USER", "Failed to create user"],
    ["/sign-in/email", "CREDENTIAL_ACCOUNT_NOT_FOUND", "Credential account not found"],
  ])("with a password don't exist: %s responds with the catalogue's %s", async (path, code, message) => {
    const browser = createBrowser(env.auth);
    const body = { email: "ada@example.com", password: "correct horse", name: "Ada" };
    expect(await browser.post(path, body)).toMatchObject({ status: 400, body: { code, message } });
    expect(await browser.send("GET", path)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await env.database.sql.select().from(user).where(eq(user.email, "ada@example.com"))).toEqual([]);
  });

  test("of better-auth itself are those that docs/security.md lists", () => {
    const plugins: BetterAuthPlugin[] = env.auth.betterAuth.options.plugins;
    const ours = plugins.flatMap(({ endpoints = {} }) =>
      Object.values(endpoints).map(({ options }) => options),
    );
    const others = allEndpoints()
      .filter(({ path = "", options }) => env.auth.openPaths.has(path) && !ours.includes(options as never))
      .flatMap(({ path = "", options }) =>
        [options.method ?? "GET"]
          .flat()
          .filter((method) => isOpenMethod(path, method))
          .map((method) => `${method} ${path}`),
      );
    expect(others.toSorted()).toEqual([
      "GET /callback/:id", // optional: social
      "GET /get-session",
      "POST /link-social", // optional: social
      "POST /sign-in/social", // optional: social
    ]);
  });

  test("exist", () => {
    expect(
      [...env.auth.openPaths].filter((path) => !allPaths().some((known) => known.path === path)),
    ).toEqual([]);
  });

  test("do nothing that must not be done with a stolen session alone", () => {
    const sensitive = /role|delete|email$|link|api-key|regist|create-user|update-user$/;
    // Deleting the user and verifying the email need codes of their own, linking an account a confirmation. A link in a mail signs no one in.
    expect([...env.auth.openPaths].filter((path) => sensitive.test(path)).toSorted()).toEqual([
      "/delete-user",
      "/email-otp/use-link",
      "/link-social", // optional: social
      "/update-user",
      "/verify-email",
    ]);
  });

  test.each([
    (path: string) => `/${path}`,
    (path: string) => `${path}/`,
    (path: string) => `${path}//`,
    (path: string) => `${path}/x`,
    (path: string) => path.toUpperCase(),
    (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (path: string) => path.replace("/", "/%2f"),
    (path: string) => path.replaceAll("/", "%2F"),
    (path: string) => path.replaceAll("/", "//"),
    (path: string) => path.replaceAll("-", "%2d"),
    (path: string) => `${path}%00`,
    (path: string) => `${path};x=1`,
    (path: string) => `${path}%20`,
    (path: string) => `/../api/auth/${path}`,
  ])("other spellings of open paths don't exist: variant %#", async (spell) => {
    const { browser } = await administrator();
    await env.database.sql.execute(sql`delete from budget`);
    for (const path of env.auth.openPaths) {
      if (spell(path) === path || path.includes(":")) continue;
      for (const method of ["GET", "POST"]) {
        expect((await browser.send(method, spell(path), method === "POST" ? {} : undefined)).status).toBe(
          404,
        );
      }
    }
    expect((await env.database.sql.execute(sql`select from budget`)).rows).toEqual([]);
  });

  test("accept only their own methods, and respond to others with them", async () => {
    const { browser } = await administrator();
    for (const { path, methods } of allPaths().filter((each) => env.auth.openPaths.has(each.path))) {
      for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"].filter(
        (each) => !methods.includes(each) || !isOpenMethod(path, each),
      )) {
        if (path === "/get-session" && method === "HEAD") continue;
        const response = await browser.send(method, path, /GET|HEAD/.test(method) ? undefined : {});
        const allow = methods.filter((each) => isOpenMethod(path, each));
        if (path === "/get-session") allow.push("HEAD");
        expect({ path, method, status: response.status, allow: response.headers.get("allow") }).toEqual({
          path,
          method,
          status: 405,
          allow: allow.join(", "),
        });
      }
    }
  });
});

describe("requests can't contain other fields than forms", () => {
  test.each([
    ["/update-user", { name: "Ada", role: "admin" }],
    ["/update-user", { name: "Ada", emailVerified: true }],
    ["/update-user", { name: "Ada", image: "https://evil.example/x.png" }],
    ["/update-user", { name: "Ada", onboardedAt: "2020-01-01" }],
    ["/update-user", { email: "other@example.com" }],
    ["/update-user", { name: ["Ada"] }],
    ["/update-user", {}],
    ["/sign-out", { callbackURL: "https://evil.example" }],
    ["/revoke-sessions", { userId: "x" }],
    ["/sign-in/email-otp", { email: "a@example.com", otp: "123456", name: "x", role: "admin" }],
    ["/email-otp/send-verification-otp", { email: "a@example.com", type: "forget-password" }],
    ["/email-otp/send-verification-otp", { email: "a@example.com", type: "sign-in", otp: "1" }],
    // optional: social
    ["/sign-in/social", { provider: "github", scopes: ["repo"] }],
    ["/sign-in/social", { provider: "github", idToken: { token: "x" } }],
    ["/sign-in/social", { provider: "github", callbackURL: "https://evil.example" }],
    ["/sign-in/social", { provider: "github", callbackURL: "http://localhost:3000/" }],
    ["/sign-in/social", { provider: "github", callbackURL: "//evil.example" }],
    ["/sign-in/social", { provider: "github", errorCallbackURL: "/\\evil.example" }],
    ["/sign-in/social", { provider: "github", callbackURL: "/\t/evil.example" }],
    // end: social
  ])("%s with %j", async (path, body) => {
    const { browser, email } = await signIn(env);
    const before = await env.database.sql.select().from(user).where(eq(user.email, email));
    expect([400, 403]).toContain((await browser.post(path, body)).status);
    expect(await env.database.sql.select().from(user).where(eq(user.email, email))).toEqual(before);
  });

  test("a name is normalized, and rejected if it is invalid", async () => {
    const { browser, email } = await signIn(env);
    const nameOf = async () =>
      (await env.database.sql.select().from(user).where(eq(user.email, email)))[0]?.name;
    expect((await browser.post("/update-user", { name: "  E\u0301mile " })).status).toBe(200);
    expect(await nameOf()).toBe("\u00c9mile");
    const rejected = await browser.post("/update-user", { name: "A\u202eb" });
    expect(rejected).toMatchObject({ status: 400, body: { code: "NAME_INVALID" } });
    expect((await browser.post("/update-user", { name: " " })).body).toMatchObject({ code: "NAME_REQUIRED" });
    expect((await browser.post("/update-user", { name: "a".repeat(101) })).body).toMatchObject({
      code: "NAME_INVALID",
    });
    expect(await nameOf()).toBe("\u00c9mile");
  });

  test.each([
    ["text/plain", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonx", 415],
    ["application/json; charset=utf-8", 200],
  ])("a body of %s: %i", async (type, status) => {
    const body = JSON.stringify({ email: randomEmail(), type: "sign-in" });
    const response = await createBrowser(env.auth).post("/email-otp/send-verification-otp", body, {
      "content-type": type,
    });
    expect(response.status).toBe(status);
  });

  test("a body that isn't a JSON object is rejected", async () => {
    for (const body of ["{", "[]", "null", '"x"', "1"]) {
      const response = await createBrowser(env.auth).post("/sign-in/email-otp", body);
      expect(response).toMatchObject({ status: 400, body: { code: expect.any(String) } });
    }
  });
});

test("no response to a browser contains a session's token", async () => {
  const { browser, response, email } = await administrator();
  const rows = await env.database.sql
    .select({ token: session.token })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email));
  const token = rows[0]?.token ?? "missing";
  const responses = [
    response,
    await browser.get("/get-session"),
    await browser.get("/admin/list-users"),
    await browser.post("/update-user", { name: "Ada" }),
    await browser.post("/admin/stop-impersonating"), // optional: impersonation
    await browser.post("/sign-in/social", { provider: "github", callbackURL: "/login" }), // optional: social
    await browser.post("/revoke-other-sessions"),
    await browser.post("/sign-out"),
  ];
  for (const { body } of responses) {
    expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(body)).not.toMatch(/"\w*[tT]oken"/);
  }
  expect(responses[2]?.body).toMatchObject({ users: expect.any(Array) });
});

test("responses can't be cached", async () => {
  const { browser } = await signIn(env);
  for (const { headers } of [
    await browser.get("/get-session"),
    await browser.get("/x"),
    await browser.post("/sign-out"),
  ]) {
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

describe("ending sessions", () => {
  test("signing out deletes the row and the cookie", async () => {
    const { browser } = await signIn(env);
    const cookie = browser.cookies();
    expect((await browser.post("/sign-out")).body).toMatchObject({ success: true });
    expect(browser.jar.has(cookieNames.session)).toBe(false);
    expect((await browser.get("/get-session", { cookie })).body).toBeNull();
  });

  test("all others can be revoked, or all", async () => {
    const { browser, email } = await signIn(env);
    await env.database.sql.execute(sql`delete from budget`);
    const other = (await signIn(env, email)).browser;
    expect((await browser.post("/revoke-other-sessions")).status).toBe(200);
    expect((await other.get("/get-session")).body).toBeNull();
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email } });
    expect((await browser.post("/revoke-sessions")).status).toBe(200);
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  test("signing out fails if the database is unreachable", async () => {
    const { browser } = await signIn(env);
    const database = { ...env.database, sql: drizzle.mock() as unknown as TestAuth["database"]["sql"] };
    const request = new Request("http://localhost:3000/api/auth/sign-out", {
      method: "POST",
      headers: { cookie: browser.cookies(), origin: "http://localhost:3000" },
    });
    const unreachable = createAuth({ ...env.auth, database });
    const response = await handleAuthRequest(unreachable, request, infoOf(unreachable, request, "::1"));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ code: "UNKNOWN_ERROR", message: "An error occurred" });
  });
});

test("a session is found while all slots of the service are taken", async () => {
  const { browser, email } = await signIn(env);
  const request = new Request("http://localhost:3000/api/auth/get-session", {
    headers: { cookie: browser.cookies() },
  });
  const full = { ...env.auth, runInSlot: () => Promise.reject(new Error("There is no slot")) };
  const response = await handleAuthRequest(full, request, infoOf(full, request, "::1"));
  expect(await response.json()).toMatchObject({ user: { email } });
});

type Accounts = Awaited<ReturnType<typeof createTestAccounts>>;

/** Requests a code as the user of a browser's session. */
async function accountCode(
  browser: ReturnType<typeof createBrowser>,
  request: (account: ReturnType<Accounts["callAs"]>) => Promise<unknown>,
): Promise<string> {
  await env.database.sql.execute(sql`delete from budget`);
  const found = await findSession({ ...env.auth, headers: browser.headers() });
  if (!found) throw new Error("The session is missing");
  const accounts = await createTestAccounts(env.database);
  await request(accounts.callAs(callerIn(found, found.user)));
  return await accounts.codeFor(found.user.email);
}

test("a user deletes their account with the code that was sent for it, and with no other", async () => {
  const { browser, email } = await signIn(env);
  const code = await accountCode(browser, (account) => account.requestDeletion());
  const deleteUser = (body: object) => browser.post("/delete-user", body);
  expect((await deleteUser({})).status).toBe(400);
  expect((await deleteUser({ token: wrongCode(code) })).body).toMatchObject({ code: "INVALID_OTP" });
  expect((await browser.get("/get-session")).body).toMatchObject({ user: { email } });
  expect(await deleteUser({ token: code })).toMatchObject({ status: 200, body: { success: true } });
  expect(browser.jar.has(cookieNames.session)).toBe(false);
  expect(await env.database.sql.select().from(user).where(eq(user.email, email))).toEqual([]);
});

describe("other sites' pages", () => {
  test.each([
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["no origin", { origin: "null", "sec-fetch-site": "cross-site" }],
  ])("can't request codes, sign in or sign out: %s", async (_, headers) => {
    const { browser, email } = await signIn(env);
    for (const [path, body] of [
      ["/email-otp/send-verification-otp", { email, type: "sign-in" }],
      ["/sign-in/email-otp", { email, otp: "123456" }],
      ["/sign-out", {}],
      ["/update-user", { name: "Eve" }],
    ] as const) {
      expect({ path, status: (await browser.post(path, body, headers)).status }).toEqual({
        path,
        status: 403,
      });
    }
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email, name: null } });
  });

  test("can't do so either in a browser without our cookies", async () => {
    const browser = createBrowser(env.auth);
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const email = randomEmail();
    const asked = await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" }, headers);
    expect(asked.status).toBe(403);
    expect((await browser.post("/sign-in/email-otp", { email, otp: "123456" }, headers)).status).toBe(403);
    expect(env.mails.some((mail) => mail.email === email)).toBe(false);
  });

  test("a client can't choose the network address that is stored", async () => {
    const browser = createBrowser(env.auth, "192.0.2.9");
    const email = randomEmail();
    const forged = { "x-internal-client-address": "203.0.113.1", "x-forwarded-for": "203.0.113.2" };
    await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" }, forged);
    await browser.post("/sign-in/email-otp", { email, otp: env.mails.at(-1)?.code }, forged);
    const rows = await env.database.sql
      .select({ ipAddress: session.ipAddress })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(eq(user.email, email));
    expect(rows).toEqual([{ ipAddress: "192.0.2.9" }]);
  });
});

describe("listing users", () => {
  test("is for administrators and those in AUTH_ADMIN_USER_IDS only", async () => {
    const { browser, response } = await signIn(env);
    const { id } = (response.body as { user: { id: string } }).user;
    expect((await browser.get("/admin/list-users")).status).toBe(403);
    const listed = createBrowser(anotherInstance(env, { auth: { adminUserIds: [id] } }));
    listed.jar.set(cookieNames.session, browser.jar.get(cookieNames.session) ?? "");
    expect((await listed.get("/admin/list-users")).status).toBe(200);
    expect((await createBrowser(env.auth).get("/admin/list-users")).status).toBe(401);
  });

  test("is the operation that the screens use: bounded pages, and no parameter that it doesn't know", async () => {
    const { browser, email } = await administrator();
    const found = await browser.get(
      `/admin/list-users?searchValue=${email}&limit=5&sortBy=email&sortDirection=desc`,
    );
    expect(found.body).toMatchObject({ users: [{ email, roles: ["admin"] }], total: 1, next: null });
    const first = await browser.get("/admin/list-users?limit=1");
    const { next } = first.body as { next: string };
    expect((await browser.get(`/admin/list-users?limit=1&after=${next}`)).body).not.toEqual(first.body);
    for (const query of ["limit=1000000", "offset=5", "filterField=role", "sortBy=searchText"])
      expect([query, (await browser.get(`/admin/list-users?${query}`)).status]).toEqual([query, 400]);
  });
});

test("/verify-email verifies the email of the user who is signed in, with the code that was sent for it", async () => {
  const { browser, email } = await signIn(env);
  const isVerified = async () =>
    (await env.database.sql.select().from(user).where(eq(user.email, email)))[0]?.emailVerified;
  await env.database.sql.update(user).set({ emailVerified: false }).where(eq(user.email, email));
  const code = await accountCode(browser, (account) => account.requestVerification());
  expect((await browser.get(`/verify-email?token=${code}`)).body).toEqual({
    code: "INVALID_TOKEN",
    message: "invalid token",
  });
  const wrong = await browser.post("/verify-email", { token: wrongCode(code) });
  expect(wrong.body).toMatchObject({ code: "INVALID_OTP" });
  expect(await isVerified()).toBe(false);
  const right = await browser.post("/verify-email", { token: code });
  expect(right).toMatchObject({ status: 200, body: { status: true } });
  expect(await isVerified()).toBe(true);
  expect((await browser.get("/get-session")).body).toMatchObject({ user: { email, emailVerified: true } });
});

test("no address to return to leaves this origin, on any endpoint, whatever it is made of", async () => {
  const piece = fc.constantFrom(
    ...["/", "\\", ".", "..", "%2e", "%2f", "%5c", "%09", "\t", "\n", ":", "@", "?", "#", "a", "login"],
    ...["https:", "javascript:", "evil.example", "[::1]", "localhost:3000", "%25"],
  );
  const target = fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join(""))
    .chain((text) => fc.constantFrom(text, `/${text}`, `/..//${text}`, `/.//${text}`, `/a/..//${text}`));
  const names = ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"];
  // The address of the client is new each time, so that no rate limit ends the test.
  const expectLocal = async (path: string, method: string, body?: Record<string, string>) => {
    const browser = createBrowser(env.auth);
    const response = await browser.send(method, path, body);
    if (response.status >= 300 && response.status < 400)
      expect(
        new URL(response.headers.get("location") ?? "", "http://localhost:3000").origin,
        `${path} ${JSON.stringify(body)}`,
      ).toBe("http://localhost:3000");
    return { browser, response };
  };

  await fc.assert(
    fc.asyncProperty(target, fc.constantFrom(...names), async (to, name) => {
      const query = new URLSearchParams({ token: "x", code: "x", state: "x", [name]: to }).toString();
      for (const path of env.auth.openPaths)
        await expectLocal(`${path.replace(":id", "github")}?${query}`, methodOf(path));

      // optional: social
      // An accepted address is redirected to when the provider sends the user back.
      const social = { provider: "github", errorCallbackURL: "/login/error", [name]: to };
      const { browser, response } = await expectLocal("/sign-in/social", "POST", social);
      if (response.status !== 200) return;
      const state = new URL((response.body as { url: string }).url).searchParams.get("state") ?? "";
      const back = await browser.get(`/callback/github?error=access_denied&state=${state}`);
      const location = new URL(back.headers.get("location") ?? "", "http://localhost:3000");
      expect(location.origin, to).toBe("http://localhost:3000");
      // end: social
    }),
    { numRuns: 60 },
  );
});

test.each([
  "/../..//evil.example/login",
  "/..//evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil.example",
])("a link to verify an email with %s redirects nowhere", async (target) => {
  const response = await createBrowser(env.auth).get(
    `/verify-email?${new URLSearchParams({ token: "x", callbackURL: target }).toString()}`,
  );
  expect(response).toMatchObject({ status: 403, body: { code: "INVALID_CALLBACK_URL" } });
  expect(response.headers.get("location")).toBeNull();
});

describe("failures", () => {
  function failing(prepareCodeMail: AuthOptions["prepareCodeMail"]) {
    const lines: string[] = [];
    const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
    return { auth: createAuth({ ...env.auth, log, prepareCodeMail }), lines };
  }

  test("a code whose mail can't be queued isn't stored, and the response says no more", async () => {
    const email = randomEmail();
    const { auth } = failing(() => Promise.resolve(() => Promise.reject(new Error("the queue is full"))));
    const response = await createBrowser(auth).requestCode(email);
    expect(response).toMatchObject({
      status: 500,
      body: { code: "UNKNOWN_ERROR", message: "An error occurred" },
    });
    expect(JSON.stringify(response)).not.toContain("queue");
    const codes = await env.database.sql.select().from(signInCode).where(eq(signInCode.email, email));
    expect(codes).toEqual([]);
  });

  test("the log contains the error, and neither the code nor the email", async () => {
    const email = randomEmail();
    const print = vi.spyOn(console, "error");
    let sent = "";
    const { auth, lines } = failing(({ code }) => {
      sent = code;
      return Promise.resolve(async (database) => {
        await database.execute(sql`select ${code}, ${email} from nowhere`);
      });
    });
    await createBrowser(auth).requestCode(email);
    expect(print).not.toHaveBeenCalled();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('relation \\"nowhere\\" does not exist');
    expect(sent).toMatch(/^\d{6}$/);
    expect(lines[0]).not.toContain(`"${sent}"`);
    expect(lines[0]).not.toContain(email);
  });
});
