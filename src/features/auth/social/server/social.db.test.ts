import { symmetricDecrypt } from "better-auth/crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { activity } from "#server/activity/table.ts";
import { connect } from "#server/database/connect.ts";
import { decryptMail } from "#server/mail/queue.ts";
import { shiftClock } from "../../../../../testing/shifted-clock.ts";
import { handleAuthRequest } from "../../server/handler.ts";
import { account, session } from "../../table.ts";
import {
  anotherInstance,
  cookieNames,
  createBrowser,
  infoOf,
  makeImpersonation,
  randomAddress,
  randomEmail,
  signIn,
  testAuth,
  type TestResponse,
} from "../../testing.ts";

const github = { clientId: "github client", clientSecret: "github secret" };

const env = testAuth({ auth: { github } });

/** The user at GitHub. */
let profile: { id: number; name: string | null; email: string; verified: boolean };

beforeEach(() => {
  profile = {
    id: Math.floor(Math.random() * 1e9),
    name: "Octavia Cat",
    email: randomEmail(),
    verified: true,
  };
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    const { id, name, email, verified } = profile;
    const responses: Record<string, unknown> = {
      "github.com/login/oauth/access_token": {
        access_token: "secret access token",
        token_type: "bearer",
        scope: "",
      },
      "api.github.com/user": { id, name, login: "octavia", email, avatar_url: "https://github.com/x.png" },
      "api.github.com/user/emails": [{ email, verified, primary: true, visibility: "public" }],
    };
    return Promise.resolve(Response.json(responses[host + pathname]));
  });
});
afterEach(() => vi.restoreAllMocks());

/**
 * Signs in at GitHub. @returns the page at which the browser ends
 * @param meanwhile what happens between the requests
 */
async function signInAtGitHub(
  auth = env.auth,
  browser = createBrowser(auth),
  meanwhile: () => unknown = () => undefined,
) {
  const begun = await browser.post("/sign-in/social", {
    provider: "github",
    callbackURL: "/login?redirect=%2Fapp",
    errorCallbackURL: "/login/error",
  });
  const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
  await meanwhile();
  const response = await browser.get(`/callback/github?code=x&state=${state}`);
  const { origin, pathname, searchParams } = new URL(
    response.headers.get("location") ?? "",
    "http://localhost:3000",
  );
  expect(origin).toBe("http://localhost:3000");
  return { browser, path: pathname, error: searchParams.get("error") };
}

const personWith = async (email: string) =>
  (await env.database.sql.select().from(user).where(eq(user.email, email)))[0];

test("a new user gets an account with their name, without their picture", async () => {
  const { browser, path } = await signInAtGitHub();
  expect(path).toBe("/login");
  expect(await personWith(profile.email)).toMatchObject({
    name: "Octavia Cat",
    emailVerified: true,
    role: "user",
    image: null,
    onboardedAt: null,
  });
  expect((await browser.get("/get-session")).body).toMatchObject({ user: { email: profile.email } });
  const devices = await env.database.sql
    .select({ ipAddress: session.ipAddress, userAgent: session.userAgent, expiresAt: session.expiresAt })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, profile.email));
  const expiresAt = expect.toSatisfy(
    (date: Date) => Math.abs(date.getTime() - Date.now() - 30 * 24 * 60 * 60 * 1_000) < 60_000,
  );
  expect(devices).toEqual([{ ipAddress: browser.clientAddress, userAgent: "Test/1.0", expiresAt }]);
});

test.each([
  [-900, 0],
  [900, 0],
  [0, -900],
  [0, 900],
])(
  "a sign-in ends within ten minutes, also between instances whose clocks are %i s and %i s ahead",
  async (one, other) => {
    onTestFinished(() => shiftClock(0));
    const end = async (seconds: number) => {
      shiftClock(one);
      const { path } = await signInAtGitHub(env.auth, createBrowser(env.auth), async () => {
        shiftClock(other);
        await env.database.pool.query(
          "UPDATE verification SET expires_at = expires_at - make_interval(secs => $1)",
          [seconds],
        );
      });
      return path;
    };
    expect(await end(590)).toBe("/login");
    expect(await end(601)).toBe("/login/error");
  },
);

test.each([
  ["none", null],
  ["one that is no name of ours", `Octavia\u202e${"x".repeat(200)}`],
])("GitHub's name is ignored if it is %s", async (_, name) => {
  profile.name = name;
  const { path } = await signInAtGitHub();
  expect(path).toBe("/login");
  const expected = name ? null : "octavia";
  expect(await personWith(profile.email)).toMatchObject({ name: expected });
});

test("the provider's tokens can't be read from the database", async () => {
  await signInAtGitHub();
  const rows = await env.database.sql.select().from(account);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("secret access token");
});

describe("an account is linked only if the provider has verified the email", () => {
  test("it has", async () => {
    const { email } = await signIn(env);
    Object.assign(profile, { email });
    const { browser, path } = await signInAtGitHub();
    expect(path).toBe("/login");
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email } });
  });

  test("it hasn't", async () => {
    const { email } = await signIn(env);
    Object.assign(profile, { email, verified: false });
    const { browser, path } = await signInAtGitHub();
    expect(path).toBe("/login/error");
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  test("no account is created for an unverified email", async () => {
    profile.verified = false;
    const { browser, path } = await signInAtGitHub();
    expect(path).toBe("/login/error");
    expect((await browser.get("/get-session")).body).toBeNull();
    expect(await personWith(profile.email)).toBeUndefined();
  });

  test("nor for an invalid email", async () => {
    profile.email = "ädä@example.com";
    const { path } = await signInAtGitHub();
    expect(path).toBe("/login/error");
  });
});

test("an account whose email isn't verified stays so: an earlier owner may have linked the provider", async () => {
  await signInAtGitHub();
  await env.database.sql.update(user).set({ emailVerified: false }).where(eq(user.email, profile.email));
  const { browser, path } = await signInAtGitHub();
  expect(path).toBe("/login");
  expect((await browser.get("/get-session")).body).toMatchObject({
    user: { email: profile.email, emailVerified: false },
  });
});

test("with sign-up off, a user without an account sees that", async () => {
  const closed = anotherInstance(env, { auth: { github, signUp: false } });
  const { path, error } = await signInAtGitHub(closed);
  expect({ path, error }).toEqual({ path: "/login/error", error: "signup_disabled" });
  expect(await personWith(profile.email)).toBeUndefined();
});

test("a banned user gets no session", async () => {
  await signInAtGitHub();
  await env.database.sql.update(user).set({ banned: true }).where(eq(user.email, profile.email));
  const { browser, path, error } = await signInAtGitHub();
  expect({ path, error }).toEqual({ path: "/login/error", error: "BANNED_USER" });
  expect(browser.jar.has(cookieNames.session)).toBe(false);
});

test("sign-ins, their failures and linked accounts are recorded with the provider", async () => {
  const recorded = async (browser: ReturnType<typeof createBrowser>) =>
    await env.database.sql
      .select({ action: activity.action, email: activity.actorEmail, after: activity.after })
      .from(activity)
      .where(eq(activity.clientAddress, browser.clientAddress))
      .orderBy(activity.action);
  const { email } = profile;
  const first = await signInAtGitHub();
  expect(await recorded(first.browser)).toEqual([
    { action: "signIn", email, after: { method: "github" } },
    { action: "signUp", email, after: { email } },
  ]);
  await env.database.sql.update(user).set({ banned: true }).where(eq(user.email, email));
  const second = await signInAtGitHub();
  expect(await recorded(second.browser)).toEqual([
    { action: "signInFailed", email: null, after: { method: "github", reason: "BANNED_USER" } },
  ]);
});

test("a user who cancels at the provider gets the login error page", async () => {
  const browser = createBrowser(env.auth);
  const begun = await browser.post("/sign-in/social", {
    provider: "github",
    errorCallbackURL: "/login/error",
  });
  const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
  const response = await browser.get(`/callback/github?error=access_denied&state=${state}`);
  const { pathname, searchParams } = new URL(response.headers.get("location") ?? "", "http://localhost:3000");
  expect({ pathname, error: searchParams.get("error") }).toEqual({
    pathname: "/login/error",
    error: "access_denied",
  });
});

test("signing in replaces the browser's previous session", async () => {
  const { browser, response } = await signIn(env);
  const { id } = (response.body as { user: { id: string } }).user;
  await signInAtGitHub(env.auth, browser);
  expect((await browser.get("/get-session")).body).toMatchObject({ user: { email: profile.email } });
  expect(await env.database.sql.select().from(session).where(eq(session.userId, id))).toEqual([]);
});

test("another browser can't complete a sign-in", async () => {
  const begun = await createBrowser(env.auth).post("/sign-in/social", { provider: "github" });
  const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
  const other = createBrowser(env.auth);
  const response = await other.get(`/callback/github?code=x&state=${state}`);
  expect(response.headers.get("location")).toContain("/login/error");
  expect(other.jar.has(cookieNames.session)).toBe(false);
  const { rows } = await env.database.sql.execute(sql`select from "user" where email = ${profile.email}`);
  expect(rows).toHaveLength(0);
});

test("an unreachable provider leads to the login error page", async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError("fetch failed"));
  expect((await signInAtGitHub()).path).toBe("/login/error");
});

describe("while the provider doesn't respond", () => {
  const requests = 8;
  let waiting: number;
  /** Requests that gave back their turn among those that the application handles. */
  let left: number;

  beforeEach(() => {
    waiting = 0;
    left = 0;
    vi.mocked(fetch).mockImplementation(() => {
      waiting += 1;
      return new Promise(() => {});
    });
  });

  /** Returns from GitHub. */
  async function leave(clientAddress: string, signal?: AbortSignal) {
    const browser = createBrowser(env.auth, clientAddress);
    const { body } = await browser.post("/sign-in/social", { provider: "github" });
    const state = new URL((body as { url: string }).url).searchParams.get("state") ?? "";
    const url = `${env.auth.config.baseUrl.origin}/api/auth/callback/github?code=x&state=${state}`;
    const request = new Request(url, { headers: { cookie: browser.cookies() }, signal });
    const info = { ...infoOf(env.auth, request, clientAddress), leaveSlot: () => void (left += 1) };
    return handleAuthRequest(env.auth, request, info);
  }

  test("users sign in with codes", async () => {
    for (let count = 0; count < requests; count++) void leave(randomAddress());
    await expect.poll(() => waiting).toBe(requests);
    expect((await signIn(env)).response.status).toBe(200);
    expect(left).toBe(requests);
  });

  test("a client that leaves can start again", async () => {
    const address = randomAddress();
    const client = new AbortController();
    for (let count = 1; count <= 4; count++) {
      void leave(address, client.signal);
      await expect.poll(() => waiting).toBe(count);
    }
    const next = createBrowser(env.auth, address).post("/sign-in/social", { provider: "github" });
    client.abort();
    expect((await next).status).toBe(200);
  });
});

describe("linking an account on the account page", () => {
  const linking = {
    provider: "github",
    callbackURL: "/account?link=added",
    errorCallbackURL: "/account",
  };

  /** Starts linking. @returns the state that the provider sends back */
  async function startLinking(browser: ReturnType<typeof createBrowser>) {
    const { body } = await browser.post("/link-social", linking);
    return new URL((body as { url: string }).url).searchParams.get("state") ?? "";
  }

  /** Returns from GitHub. @returns the page at which the browser ends */
  async function returnFromGitHub(browser: ReturnType<typeof createBrowser>, state: string) {
    const { headers } = await browser.get(`/callback/github?code=x&state=${state}`);
    const { pathname, search } = new URL(headers.get("location") ?? "", "http://localhost:3000");
    return pathname + search;
  }

  const linkedTo = async (userEmail: string) =>
    env.database.sql
      .select({ provider: account.providerId })
      .from(account)
      .innerJoin(user, eq(user.id, account.userId))
      .where(eq(user.email, userEmail));

  /** The subjects and texts of the queued notices to an email. */
  async function noticesTo(to: string) {
    const { rows } = await env.database.pool.query<{ sealed_mail: string }>(
      "select sealed_mail from mail_queue",
    );
    return rows
      .map((row) => decryptMail(env.auth.secrets, row.sealed_mail))
      .filter((mail) => mail.to === to)
      .map(({ subject, text }) => ({ subject, names: text.includes("GitHub") }));
  }

  const linkedNotice = { subject: "An account was connected to yours", names: true };

  test("lets the user sign in with it, also if its email is another one, and is reported by mail", async () => {
    const { browser, email } = await signIn(env);
    const state = await startLinking(browser);
    expect(await returnFromGitHub(browser, state)).toBe("/account?link=added");
    expect(await linkedTo(email)).toEqual([{ provider: "github" }]);
    expect(await noticesTo(email)).toEqual([linkedNotice]);
    expect(await noticesTo(profile.email)).toEqual([]);
    const isLink = and(eq(activity.action, "linkAccount"), eq(activity.actorEmail, email));
    expect(await env.database.sql.select().from(activity).where(isLink)).toMatchObject([
      { subjectType: "linkedAccount", subjectName: "GitHub" },
    ]);
    const { browser: other } = await signInAtGitHub();
    expect((await other.get("/get-session")).body).toMatchObject({ user: { email } });
    expect(await personWith(profile.email)).toBeUndefined();
  });

  test("an account that signing in links is reported too, but not the one with which a user signs up", async () => {
    await signInAtGitHub();
    expect(await noticesTo(profile.email)).toEqual([]);
    const { email } = await signIn(env);
    Object.assign(profile, { email, id: profile.id + 1 });
    await signInAtGitHub();
    await signInAtGitHub();
    expect(await noticesTo(email)).toEqual([linkedNotice]);
  });

  test("needs a session and a recent confirmation", async () => {
    const { browser, email } = await signIn(env);
    expect((await createBrowser(env.auth).post("/link-social", linking)).status).toBe(401);
    const update = (changes: Partial<typeof session.$inferInsert>) =>
      env.database.sql
        .update(session)
        .set(changes)
        .where(sql`user_id = (select id from "user" where email = ${email})`);
    await update({ confirmedAt: new Date(Date.now() - 11 * 60_000) });
    expect(await browser.post("/link-social", linking)).toMatchObject({
      status: 403,
      body: { code: "CONFIRMATION_REQUIRED" },
    });
  });

  // optional: impersonation
  test("is not possible while impersonating", async () => {
    const { email, browser } = await signIn(env);
    const administrator = await signIn(env);
    const { id } = (administrator.response.body as { user: { id: string } }).user;
    await env.database.sql.update(user).set({ role: "admin" }).where(eq(user.id, id));
    const [person] = await env.database.sql.select().from(user).where(eq(user.email, email));
    await makeImpersonation(env.database, { userId: person?.id ?? "", administratorId: id });
    expect(await browser.post("/link-social", linking)).toMatchObject({
      status: 403,
      body: { code: "NOT_WHILE_IMPERSONATING" },
    });
  });
  // end: impersonation

  test("ends with the session that started it", async () => {
    const { browser, email } = await signIn(env);
    const state = await startLinking(browser);
    const userId = (await personWith(email))?.id ?? "";
    await env.database.sql.delete(session).where(eq(session.userId, userId));
    expect(await returnFromGitHub(browser, state)).toMatch(/^\/account\?error=/);
    await signIn(env, randomEmail(), browser);
    expect(await linkedTo(email)).toEqual([]);
  });

  test("that waits for the deletion of the user's account is UNAUTHORIZED", async () => {
    const { browser, email } = await signIn(env);
    const state = await startLinking(browser);
    const other = await env.database.pool.connect();
    await other.query("begin");
    await other.query('delete from "user" where email = $1', [email]);
    const returned = browser.get(`/callback/github?code=x&state=${state}`);
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await env.database.pool.query(waiting)).rowCount).toBe(1);
    await other.query("commit");
    other.release();
    expect(await returned).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
  });

  test("works only in the browser that started it, and only once", async () => {
    const { browser, email } = await signIn(env);
    const state = await startLinking(browser);
    const other = await signIn(env);
    expect(await returnFromGitHub(other.browser, state)).toMatch(/error=/);
    expect(await returnFromGitHub(browser, state)).toBe("/account?link=added");
    expect(await returnFromGitHub(browser, state)).toMatch(/error=/);
    expect(await linkedTo(other.email)).toEqual([]);
    expect(await linkedTo(email)).toHaveLength(1);
  });

  test("is rejected for another user's account, and for one whose email the provider has not verified", async () => {
    const first = await signIn(env);
    await returnFromGitHub(first.browser, await startLinking(first.browser));
    const { browser, email } = await signIn(env);
    expect(await returnFromGitHub(browser, await startLinking(browser))).toContain(
      "error=account_already_linked_to_different_user",
    );
    Object.assign(profile, { id: profile.id + 1, verified: false });
    expect(await returnFromGitHub(browser, await startLinking(browser))).toContain("error=");
    expect(await linkedTo(email)).toEqual([]);
  });

  test("returns only to pages on this site", async () => {
    const { browser } = await signIn(env);
    for (const url of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
      const body = { ...linking, callbackURL: url };
      expect((await browser.post("/link-social", body)).status).toBe(403);
    }
  });
});

describe("its endpoints", () => {
  test("redirects to the provider with our callback URL, and stores only a hash of the state", async () => {
    const { status, body } = await createBrowser(env.auth).post("/sign-in/social", {
      provider: "github",
      callbackURL: "/login?redirect=%2Fapp%2Fbooks",
      errorCallbackURL: "/login/error",
    });
    expect(status).toBe(200);
    const url = new URL((body as { url: string }).url);
    expect(url.origin).toBe("https://github.com");
    expect(url.searchParams.get("redirect_uri")).toBe("http://localhost:3000/api/auth/callback/github");
    const { rows } = await env.database.sql.execute(sql`select identifier from verification`);
    expect(JSON.stringify(rows)).not.toContain(url.searchParams.get("state"));
  });

  test("doesn't exist for a provider that is not configured", async () => {
    const response = await createBrowser(env.auth).post("/sign-in/social", { provider: "google" });
    expect(response).toMatchObject({ status: 404, body: { code: "PROVIDER_NOT_FOUND" } });
  });

  test("a callback without a started sign-in redirects to the login error page", async () => {
    const response = await createBrowser(env.auth).get("/callback/github?code=x&state=y");
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("location") ?? "", "http://localhost:3000");
    expect(location.origin + location.pathname).toBe("http://localhost:3000/login/error");
  });

  test.each<[string, (state: string) => string]>([
    ["has no code", (state) => `github?state=${state}`],
    ["has two codes", (state) => `github?code=x&code=y&state=${state}`],
    ["has no state", () => "github?code=x"],
    ["has another state", (state) => `github?code=x&state=${state}x`],
    ["has two states", (state) => `github?code=x&state=${state}&state=${state}`],
    ["is of a provider that is not configured", (state) => `google?code=x&state=${state}`],
    ["is of a name of Object.prototype", (state) => `constructor?code=x&state=${state}`],
  ])("a callback that %s signs no one in, and links nothing", async (_, callback) => {
    const { browser } = await signIn(env);
    const rows = () =>
      Promise.all(
        [user, session, account].map((table) => env.database.sql.select({ id: table.id }).from(table)),
      );
    const before = await rows();
    for (const path of ["/sign-in/social", "/link-social"]) {
      const { body } = await browser.post(path, {
        provider: "github",
        callbackURL: "/account",
        errorCallbackURL: "/login/error",
      });
      const state = new URL((body as { url: string }).url).searchParams.get("state") ?? "";
      const { status, headers } = await browser.get(`/callback/${callback(state)}`);
      const { pathname } = new URL(headers.get("location") ?? "", "http://localhost:3000");
      expect(["302 /login/error", "400 /"]).toContain(`${status} ${pathname}`);
    }
    expect(await rows()).toEqual(before);
  });

  test("a started sign-in ends after ten minutes", async () => {
    const browser = createBrowser(env.auth);
    const { body } = await browser.post("/sign-in/social", {
      provider: "github",
      errorCallbackURL: "/login/error",
    });
    const state = new URL((body as { url: string }).url).searchParams.get("state") ?? "";
    await env.database.pool.query("UPDATE verification SET expires_at = expires_at - interval '601 seconds'");
    const { headers } = await browser.get(`/callback/github?code=x&state=${state}`);
    expect(headers.get("location")).toContain("/login/error?error=state_mismatch");
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  test("can be started 60 times in 10 minutes by a client", async () => {
    const browser = createBrowser(env.auth);
    for (let i = 0; i < 60; i++) {
      expect((await browser.post("/sign-in/social", { provider: "google" })).status).toBe(404);
    }
    const rejected = await browser.post("/sign-in/social", { provider: "google" });
    expect(rejected).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(500);
  });
});

describe("when AUTH_SECRET is rotated", () => {
  const [oldSecret, newSecret] = [
    "the old secret, of 32 characters",
    "the new secret, of 32 characters",
  ] as const;
  const instance = (...secrets: [string, ...string[]]) => anotherInstance(env, { auth: { github }, secrets });

  /** Starts a sign-in while the old secret is set, and ends it at another instance. @returns the page it ends at */
  async function signInAcross(auth: typeof env.auth): Promise<string> {
    const browser = createBrowser(instance(oldSecret));
    const started = await browser.post("/sign-in/social", { provider: "github", callbackURL: "/login" });
    const state = new URL((started.body as { url: string }).url).searchParams.get("state") ?? "";
    const current = createBrowser(auth);
    for (const [name, value] of browser.jar) current.jar.set(name, value);
    const back = await current.get(`/callback/github?code=x&state=${state}`);
    return new URL(back.headers.get("location") ?? "", "http://localhost:3000").pathname;
  }

  test("a started sign-in can be completed while both secrets are set, and ends with the old one", async () => {
    expect(await signInAcross(instance(newSecret, oldSecret))).toBe("/login");
    expect(await signInAcross(instance(newSecret))).toBe("/login/error");
  });

  test("a provider's stored tokens can be decrypted while the old secret is set", async () => {
    await signInAcross(instance(oldSecret));
    const [stored] = await env.database.sql.select().from(account).orderBy(desc(account.createdAt)).limit(1);
    const data = stored?.accessToken ?? "";
    expect(data).not.toContain("secret access token");
    const decrypt = async (auth: typeof env.auth) =>
      await symmetricDecrypt({ key: (await auth.betterAuth.$context).secretConfig, data });
    expect(await decrypt(instance(newSecret, oldSecret))).toBe("secret access token");
    await expect(decrypt(instance(newSecret))).rejects.toThrow();
  });
});

test("while others have locked a table, a sign-in with a provider answers 503, or leads to the page of errors", async () => {
  const { pool, connection, name } = env.database;
  await pool.query(`ALTER DATABASE ${name} SET lock_timeout = 30`);
  // Its connections keep the settings of the database.
  const waiting = connect({ ...connection, isPooled: true });
  onTestFinished(waiting.close);
  const auth = anotherInstance({ database: waiting, mails: [] }, { auth: { github } });
  const blocker = await pool.connect();
  onTestFinished(() => blocker.release(true));
  const whileLocked = async (table: string, request: () => Promise<TestResponse>) => {
    await blocker.query(`BEGIN; LOCK "${table}"`);
    const { status, headers } = await request();
    await blocker.query("COMMIT");
    return `${table}: ${status} ${headers.get("location")?.replace(/\?.*/, "") ?? ""}`;
  };
  const outcomes: string[] = [];
  for (const table of ["verification", "budget", "account", "user", "user_count", "session", "activity"]) {
    profile.email = randomEmail();
    profile.id += 1;
    const browser = createBrowser(auth);
    const begin = () => browser.post("/sign-in/social", { provider: "github", callbackURL: "/login" });
    outcomes.push(await whileLocked(table, begin));
    const begun = await begin();
    const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
    const end = () => browser.get(`/callback/github?code=x&state=${state}`);
    outcomes.push(await whileLocked(table, end));
  }
  const accepted = /: (503 |200 .*|302 http:\/\/localhost:3000\/login\/error)$/;
  expect(outcomes.filter((each) => !accepted.test(each))).toEqual([]);
  expect(outcomes).toContain("session: 503 ");
});
