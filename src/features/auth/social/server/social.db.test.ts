import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { account, session } from "#features/auth/table.ts";
import {
  anotherInstance,
  createBrowser,
  createTestAuth,
  randomEmail,
  signIn,
  type TestAuth,
} from "#features/auth/testing.ts";

const github = { clientId: "github client", clientSecret: "github secret" };

let test_: TestAuth;

/** What GitHub says of who signs in there. */
let profile: { id: number; name: string | null; email: string; verified: boolean };

beforeAll(async () => {
  test_ = await createTestAuth({ auth: { github } });
});
afterAll(() => test_.database.drop());

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
    const answers: Record<string, unknown> = {
      "github.com/login/oauth/access_token": {
        access_token: "secret access token",
        token_type: "bearer",
        scope: "",
      },
      "api.github.com/user": { id, name, login: "octavia", email, avatar_url: "https://github.com/x.png" },
      "api.github.com/user/emails": [{ email, verified, primary: true, visibility: "public" }],
    };
    return Promise.resolve(Response.json(answers[host + pathname]));
  });
});
afterEach(() => vi.restoreAllMocks());

/** Goes to GitHub and comes back. @returns where the browser ends up. */
async function signInAtGitHub(auth = test_.auth, browser = createBrowser(auth)) {
  const begun = await browser.post("/sign-in/social", {
    provider: "github",
    callbackURL: "/login?redirect=%2Fapp",
    errorCallbackURL: "/login/error",
  });
  const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
  const answer = await browser.get(`/callback/github?code=x&state=${state}`);
  const { origin, pathname, searchParams } = new URL(
    answer.headers.get("location") ?? "",
    "http://localhost:3000",
  );
  expect(origin).toBe("http://localhost:3000");
  return { browser, path: pathname, error: searchParams.get("error") };
}

const personWith = async (email: string) =>
  (await test_.database.sql.select().from(user).where(eq(user.email, email)))[0];

test("a new person gets an account, with their name and without their picture", async () => {
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
  const devices = await test_.database.sql
    .select({ ipAddress: session.ipAddress, userAgent: session.userAgent })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, profile.email));
  expect(devices).toEqual([{ ipAddress: browser.clientAddress, userAgent: "Test/1.0" }]);
});

test.each([
  ["none", null],
  ["one that is no name of ours", `Octavia\u202e${"x".repeat(200)}`],
])("a name that GitHub gives is left out where it is %s", async (_, name) => {
  profile.name = name;
  const { path } = await signInAtGitHub();
  expect(path).toBe("/login");
  const expected = name ? null : "octavia";
  expect(await personWith(profile.email)).toMatchObject({ name: expected });
});

test("the provider's tokens can't be read from the database", async () => {
  await signInAtGitHub();
  const rows = await test_.database.sql.select().from(account);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("secret access token");
});

describe("an account is linked only where the provider vouches for the address", () => {
  test("it does", async () => {
    const { email } = await signIn(test_);
    Object.assign(profile, { email });
    const { browser, path } = await signInAtGitHub();
    expect(path).toBe("/login");
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email } });
  });

  test("it doesn't", async () => {
    const { email } = await signIn(test_);
    Object.assign(profile, { email, verified: false });
    const { browser, path } = await signInAtGitHub();
    expect(path).toBe("/login/error");
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  test("and no account is made for an address that it doesn't vouch for", async () => {
    profile.verified = false;
    const { browser, path } = await signInAtGitHub();
    expect(path).toBe("/login/error");
    expect((await browser.get("/get-session")).body).toBeNull();
    expect(await personWith(profile.email)).toBeUndefined();
  });

  test("nor for one that is none of ours", async () => {
    profile.email = "ädä@example.com";
    const { path } = await signInAtGitHub();
    expect(path).toBe("/login/error");
  });
});

test("where signing up is off, who has no account learns so", async () => {
  const closed = anotherInstance(test_, { auth: { github, signUp: false } });
  const { path, error } = await signInAtGitHub(closed);
  expect({ path, error }).toEqual({ path: "/login/error", error: "signup_disabled" });
  expect(await personWith(profile.email)).toBeUndefined();
});

test("who is banned gets no session", async () => {
  await signInAtGitHub();
  await test_.database.sql.update(user).set({ banned: true }).where(eq(user.email, profile.email));
  const { browser, path, error } = await signInAtGitHub();
  expect({ path, error }).toEqual({ path: "/login/error", error: "BANNED_USER" });
  expect(browser.jar.has("flyleaf.session")).toBe(false);
});

test("who refuses at the provider lands on the login error page", async () => {
  const browser = createBrowser(test_.auth);
  const begun = await browser.post("/sign-in/social", {
    provider: "github",
    errorCallbackURL: "/login/error",
  });
  const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
  const answer = await browser.get(`/callback/github?error=access_denied&state=${state}`);
  const { pathname, searchParams } = new URL(answer.headers.get("location") ?? "", "http://localhost:3000");
  expect({ pathname, error: searchParams.get("error") }).toEqual({
    pathname: "/login/error",
    error: "access_denied",
  });
});

test("what one browser began, another can't end", async () => {
  const begun = await createBrowser(test_.auth).post("/sign-in/social", { provider: "github" });
  const state = new URL((begun.body as { url: string }).url).searchParams.get("state") ?? "";
  const other = createBrowser(test_.auth);
  const answer = await other.get(`/callback/github?code=x&state=${state}`);
  expect(answer.headers.get("location")).toContain("/login/error");
  expect(other.jar.has("flyleaf.session")).toBe(false);
  const { rows } = await test_.database.sql.execute(sql`select from "user" where email = ${profile.email}`);
  expect(rows).toHaveLength(0);
});

test("where the provider can't be reached, people land on the login error page", async () => {
  vi.mocked(fetch).mockRejectedValue(new TypeError("fetch failed"));
  expect((await signInAtGitHub()).path).toBe("/login/error");
});
