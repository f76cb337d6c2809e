import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { sessionCookie } from "../../server/cookies.ts";
import { session } from "../../table.ts";
import {
  anotherInstance,
  cookieNames,
  createBrowser,
  createTestAuth,
  makeImpersonation,
  randomEmail,
  signIn,
  testAuth,
  type TestAuth,
} from "../../testing.ts";
import { findSession, findSessions } from "./find-session.ts";

const env = testAuth();

const read = (headers: Headers) => findSession({ ...env.auth, headers });

/** Signs a new user in. @returns their browser, and the rows of the session and the user */
async function createSignedIn() {
  const { browser, email } = await signIn(env);
  const [row] = await env.database.sql
    .select({ session, user })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email));
  if (!row) throw new Error("There is no session");
  return { browser, email, ...row };
}

const change = (id: string, set: Partial<typeof session.$inferInsert>) =>
  env.database.sql.update(session).set(set).where(eq(session.id, id));

test("a session cookie finds the session and its user, without the token", async () => {
  const { browser, session: stored, user: person } = await createSignedIn();
  const found = await read(browser.headers());
  expect(found).toEqual({
    id: stored.id,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    expiresAt: stored.expiresAt,
    impersonatedBy: null, // optional: impersonation
    isConfirmed: true,
    confirmationMethods: ["code"],
    user: {
      id: person.id,
      name: null,
      email: person.email,
      emailVerified: true,
      role: "user",
      onboardedAt: null,
      createdAt: person.createdAt,
      needsPasskey: false, // optional: passkeys
    },
  });
  expect(JSON.stringify(found)).not.toContain(stored.token);
});

test("the lookup is one prepared statement that uses an index", async () => {
  const { browser } = await createSignedIn();
  const { pool } = env.database;
  const queries: { name?: string; text: string; values: unknown[] }[] = [];
  const query = pool.query;
  pool.query = ((...parameters: unknown[]) => {
    const [config, values] = parameters as [(typeof queries)[number], unknown[]];
    queries.push({ ...config, values });
    return Reflect.apply(query, pool, parameters);
  }) as typeof query;
  await read(browser.headers());
  pool.query = query;

  const [first, ...others] = queries;
  expect(others).toEqual([]);
  expect(first?.name).toBe("find session");
  await pool.query("set enable_seqscan = off");
  const text = first?.text.replace(/\$(\d)/g, (_, number) => `'${String(first.values[number - 1])}'`) ?? "";
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${text}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("session_token_unique");
  expect(plan).toContain("user_pkey");
});

test("better-auth reads our cookie, and we read better-auth's", async () => {
  const { browser, session: stored } = await createSignedIn();
  const { value } = parse(sessionCookie(env.auth, stored));
  expect(value).toBe(browser.jar.get(cookieNames.session));
  const theirs = await env.auth.betterAuth.api.getSession({ headers: browser.headers() });
  expect(theirs?.session.id).toBe(stored.id);
});

describe("a cookie without our signature finds nothing, and queries nothing", () => {
  test.each([
    ["none", ""],
    ["empty", `${cookieNames.session}=`],
    ["of another name", "other.session=TOKEN.SIGNATURE"],
    ["without a signature", `${cookieNames.session}=TOKEN`],
    ["with an empty signature", `${cookieNames.session}=TOKEN.`],
    ["with another token's signature", `${cookieNames.session}=OTHER.SIGNATURE`],
    ["with half a signature", `${cookieNames.session}=TOKEN.HALF`],
    ["that is no URI component", `${cookieNames.session}=%`],
  ])("%s", async (_, pattern) => {
    const { browser, session: stored } = await createSignedIn();
    const signature = decodeURIComponent(browser.jar.get(cookieNames.session) ?? "").slice(
      stored.token.length + 1,
    );
    const cookie = pattern
      .replace("TOKEN", stored.token)
      .replace("OTHER", stored.token.toLowerCase())
      .replace("SIGNATURE", encodeURIComponent(signature))
      .replace("HALF", encodeURIComponent(signature.slice(0, 20)));
    const unreachable = { sql: {} } as TestAuth["database"];
    const headers = new Headers(cookie ? { cookie } : {});
    expect(await findSession({ ...env.auth, database: unreachable, headers })).toBeNull();
  });

  test("signing in replaces a planted session", async () => {
    const attacker = await createSignedIn();
    const victim = createBrowser(env.auth);
    victim.jar.set(cookieNames.session, attacker.browser.jar.get(cookieNames.session) ?? "");
    const email = randomEmail();
    await signIn(env, email, victim);
    expect(victim.jar.get(cookieNames.session)).not.toBe(attacker.browser.jar.get(cookieNames.session));
    expect((await victim.get("/get-session")).body).toMatchObject({ user: { email } });
    expect((await attacker.browser.get("/get-session")).body).toBeNull();
  });
});

describe("the next request, on every instance, has no session", () => {
  test.each([
    ["revoked", (id: string) => env.database.sql.delete(session).where(eq(session.id, id))],
    ["expired", (id: string) => change(id, { expiresAt: new Date() })],
    [
      "of a deleted user",
      (_: string, userId: string) => env.database.sql.delete(user).where(eq(user.id, userId)),
    ],
    [
      "of a banned user",
      (_: string, userId: string) =>
        env.database.sql.update(user).set({ banned: true }).where(eq(user.id, userId)),
    ],
    [
      "of a user banned for an hour",
      (_: string, userId: string) =>
        env.database.sql
          .update(user)
          .set({ banned: true, banExpires: new Date(Date.now() + 3_600_000) })
          .where(eq(user.id, userId)),
    ],
  ])("after the session is that %s", async (_, act) => {
    const { browser, session: stored } = await createSignedIn();
    const other = createBrowser(anotherInstance(env));
    other.jar.set(cookieNames.session, browser.jar.get(cookieNames.session) ?? "");
    await act(stored.id, stored.userId);
    expect(await read(browser.headers())).toBeNull();
    expect((await other.get("/get-session")).body).toBeNull();
    // better-auth's own endpoints don't check bans.
    for (const path of ["/update-user", "/revoke-sessions", "/revoke-other-sessions"]) {
      const body = path === "/update-user" ? { name: "Someone" } : {};
      expect(await other.post(path, body)).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    }
    expect((await other.get("/admin/list-users")).status).toBe(401);
  });

  test("a new role counts immediately", async () => {
    await addOtherAdministrator();
    const { browser, user: person } = await createSignedIn();
    await env.database.sql.update(user).set({ role: "admin" }).where(eq(user.id, person.id));
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { role: "admin" } });
    await env.database.sql.update(user).set({ role: "user" }).where(eq(user.id, person.id));
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { role: "user" } });
  });
});

const addOtherAdministrator = () =>
  env.database.sql.insert(user).values({ email: randomEmail(), role: "admin" });

const setRole = (id: string, role: string) =>
  env.database.sql.update(user).set({ role }).where(eq(user.id, id));

describe("after a user's roles have changed", () => {
  test("the next request gets a new token", async () => {
    const { browser, session: stored, user: person } = await createSignedIn();
    await setRole(person.id, "admin");
    const { body, setCookies } = await browser.get("/get-session");
    expect(body).toMatchObject({ session: { id: stored.id }, user: { role: "admin" } });
    expect(setCookies).toEqual([
      expect.stringMatching(new RegExp(`^${cookieNames.session}=.+; HttpOnly; SameSite=Lax$`)),
    ]);
    const again = await browser.get("/get-session");
    expect(again.setCookies).toEqual([]);
    expect(again.body).toMatchObject({ user: { role: "admin" } });
    const [row] = await env.database.sql.select().from(session).where(eq(session.id, stored.id));
    expect(row?.expiresAt).toEqual(stored.expiresAt);
  });

  test("requests with the previous token work for 10 seconds", async () => {
    const { browser, session: stored, user: person } = await createSignedIn();
    const before = browser.headers();
    await setRole(person.id, "admin");
    expect(await read(before)).toHaveProperty("renewedCookie");
    expect(await read(before)).toMatchObject({ id: stored.id, user: { role: "admin" } });
    await setRole(person.id, "user");
    const late = await read(before);
    expect(late).toMatchObject({ user: { role: "user" } });
    expect(late).not.toHaveProperty("renewedCookie");

    await change(stored.id, { updatedAt: new Date(Date.now() - 11_000) });
    expect(await read(before)).toBeNull();
  });

  test("the previous token is rejected for a banned user", async () => {
    await addOtherAdministrator();
    const { browser, user: person } = await createSignedIn();
    const before = browser.headers();
    await setRole(person.id, "admin");
    await browser.get("/get-session");
    await env.database.sql.update(user).set({ banned: true }).where(eq(user.id, person.id));
    expect(await read(before)).toBeNull();
  });

  test("the previous token is rejected after a later use of the session", async () => {
    const { browser, session: stored, user: person } = await createSignedIn();
    const before = browser.headers();
    await setRole(person.id, "admin");
    await browser.get("/get-session");
    await change(stored.id, { updatedAt: new Date(Date.now() - 3_600_000) });
    expect(await read(browser.headers())).toMatchObject({ id: stored.id });
    expect(await read(before)).toBeNull();
  });

  test("one of several concurrent requests gets it", async () => {
    const { browser, user: person } = await createSignedIn();
    await setRole(person.id, "admin");
    const headers = browser.headers();
    const found = await Promise.all(Array.from({ length: 5 }, () => read(headers)));
    expect(found.filter((each) => each?.renewedCookie)).toHaveLength(1);
  });

  test.each([
    "/update-user",
    "/revoke-other-sessions",
    "/admin/stop-impersonating", // optional: impersonation
  ])("%s works and sends the new token", async (path) => {
    const { browser, user: person } = await createSignedIn();
    await setRole(person.id, "admin");
    const before = browser.jar.get(cookieNames.session);
    const response = await browser.post(path, path === "/update-user" ? { name: "Ada" } : {});
    expect(response.status).not.toBe(401);
    expect(browser.jar.get(cookieNames.session)).not.toBe(before);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { id: person.id } });
  });

  test("signing out still ends the session", async () => {
    const { browser, session: stored, user: person } = await createSignedIn();
    await setRole(person.id, "admin");
    expect((await browser.post("/sign-out")).status).toBe(200);
    expect(browser.jar.has(cookieNames.session)).toBe(false);
    expect(await env.database.sql.select().from(session).where(eq(session.id, stored.id))).toEqual([]);
  });
});

describe("with the previous token, within 10 seconds of its replacement,", () => {
  /** A browser that didn't get the new token yet. */
  async function createOutdated() {
    const signedIn = await createSignedIn();
    const before = signedIn.browser.cookies();
    await setRole(signedIn.user.id, "admin");
    const { browser: renewed } = signedIn;
    await renewed.get("/get-session");
    const browser = createBrowser(env.auth);
    for (const pair of before.split("; ")) {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      browser.jar.set(name, value);
    }
    expect(browser.jar.get(cookieNames.session)).not.toBe(renewed.jar.get(cookieNames.session));
    return { ...signedIn, browser, renewed };
  }

  const sessionsOf = (userId: string) =>
    env.database.sql.select({ id: session.id }).from(session).where(eq(session.userId, userId));

  const addSession = (userId: string) =>
    env.database.sql
      .insert(session)
      .values({ userId, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + 3_600_000) })
      .returning({ id: session.id });

  test("signing out ends the session", async () => {
    const { browser, renewed, user: person } = await createOutdated();
    expect((await browser.post("/sign-out")).status).toBe(200);
    expect(browser.jar.has(cookieNames.session)).toBe(false);
    expect(await sessionsOf(person.id)).toEqual([]);
    expect(await read(renewed.headers())).toBeNull();
  });

  test("all sessions can be revoked, or all others", async () => {
    const { browser, session: own, user: person } = await createOutdated();
    await addSession(person.id);
    expect((await browser.post("/revoke-other-sessions")).status).toBe(200);
    expect(await sessionsOf(person.id)).toEqual([{ id: own.id }]);
    await addSession(person.id);
    expect((await browser.post("/revoke-sessions")).status).toBe(200);
    expect(await sessionsOf(person.id)).toEqual([]);
  });

  // optional: impersonation
  test("an impersonation can be stopped, and the administrator continues", async () => {
    await addOtherAdministrator();
    const actor = await createSignedIn();
    await setRole(actor.user.id, "admin");
    await actor.browser.get("/get-session");
    const { browser, user: person } = await createSignedIn();
    await makeImpersonation(env.database, { userId: person.id, administratorId: actor.user.id });
    const before = browser.jar.get(cookieNames.session) ?? "";
    // Another role without rights: the impersonation goes on with a new token.
    await setRole(person.id, "user,user");
    await browser.get("/get-session");
    expect(browser.jar.get(cookieNames.session)).not.toBe(before);
    browser.jar.set(cookieNames.session, before);
    browser.jar.set(cookieNames.administrator, actor.browser.jar.get(cookieNames.session) ?? "");

    expect((await browser.post("/admin/stop-impersonating")).status).toBe(200);
    expect(await sessionsOf(person.id)).toEqual([]);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { id: actor.user.id } });
  });
  // end: impersonation

  test("signing in again ends the session that it replaces", async () => {
    const { browser, user: person } = await createOutdated();
    await signIn(env, randomEmail(), browser);
    expect(await sessionsOf(person.id)).toEqual([]);
  });

  test("no response gives it the new token", async () => {
    const { browser, renewed } = await createOutdated();
    const before = browser.jar.get(cookieNames.session);
    for (const response of [
      await browser.post("/update-user", { name: "Ada" }),
      await browser.get("/admin/list-users"),
      await browser.get("/get-session"),
    ]) {
      expect(response.status).toBe(200);
      expect(browser.jar.get(cookieNames.session)).toBe(before);
      const [token = "missing"] = (renewed.jar.get(cookieNames.session) ?? "").split(".");
      expect(JSON.stringify(response.body)).not.toContain(token);
    }
  });
});

// optional: impersonation
describe("an impersonation ends", () => {
  test.each([
    ["who acts is no administrator any more", "actor", { role: "user" }],
    ["who acts is banned", "actor", { banned: true }],
    ["the other becomes an administrator", "other", { role: "admin" }],
  ] as const)("once %s", async (_, who, set) => {
    await addOtherAdministrator();
    const actor = await createSignedIn();
    await setRole(actor.user.id, "admin");
    const other = await createSignedIn();
    await makeImpersonation(env.database, { userId: other.user.id, administratorId: actor.user.id });
    expect(await read(other.browser.headers())).not.toBeNull();
    const { id } = who === "actor" ? actor.user : other.user;
    await env.database.sql.update(user).set(set).where(eq(user.id, id));
    expect(await read(other.browser.headers())).toBeNull();
  });
});
// end: impersonation

test("the last use of a session is stored to within ten minutes", async () => {
  const { browser, session: stored } = await createSignedIn();
  const lastUse = async () =>
    (await env.database.sql.select().from(session).where(eq(session.id, stored.id)))[0]?.updatedAt;
  await read(browser.headers());
  expect(await lastUse()).toEqual(stored.updatedAt);
  await change(stored.id, { updatedAt: new Date(Date.now() - 11 * 60_000) });
  await read(browser.headers());
  expect((await lastUse())?.getTime()).toBeCloseTo(Date.now(), -5);
});

describe("a session is renewed for 30 days", () => {
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1_000);

  test("not within a day of its last renewal", async () => {
    const { browser, session: stored } = await createSignedIn();
    expect(stored.expiresAt.getTime()).toBeCloseTo(days(30).getTime(), -5);
    await change(stored.id, { expiresAt: days(29.01) });
    const found = await read(browser.headers());
    expect(found?.renewedCookie).toBeUndefined();
  });

  test("after a day, once, with its cookie", async () => {
    const { browser, session: stored } = await createSignedIn();
    await change(stored.id, { expiresAt: days(28.99) });
    const found = await Promise.all(Array.from({ length: 10 }, () => read(browser.headers())));
    expect(found.every((each) => each?.id === stored.id)).toBe(true);
    const [renewed, ...others] = found.filter((each) => each?.renewedCookie);
    expect(others).toEqual([]);
    expect(renewed?.expiresAt.getTime()).toBeCloseTo(days(30).getTime(), -5);
    expect(parse(renewed?.renewedCookie ?? "")).toEqual({
      name: cookieNames.session,
      value: browser.jar.get(cookieNames.session),
      attributes: [expect.stringMatching(/^Max-Age=259(19|20)\d\d$/), "Path=/", "HttpOnly", "SameSite=Lax"],
    });
    expect((await read(browser.headers()))?.renewedCookie).toBeUndefined();
  });

  test("also by a script's request for the session", async () => {
    const { browser, session: stored } = await createSignedIn();
    await change(stored.id, { expiresAt: days(10) });
    const { setCookies, body } = await browser.get("/get-session");
    expect(setCookies).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain(stored.token);
  });

  // optional: impersonation
  test("but never during an impersonation", async () => {
    const { browser, user: person } = await createSignedIn();
    const other = await createSignedIn();
    await makeImpersonation(env.database, { userId: person.id, administratorId: other.user.id });
    const found = await read(browser.headers());
    expect(found).toMatchObject({ impersonatedBy: other.user.id });
    expect(found?.renewedCookie).toBeUndefined();
  });
  // end: impersonation
});

describe("a session ends 90 days after it began", () => {
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1_000);
  const expiryOf = async (id: string) =>
    (await env.database.sql.select().from(session).where(eq(session.id, id)))[0]?.expiresAt.getTime();

  test("renewals don't exceed it, and neither does the cookie", async () => {
    const { browser, session: stored } = await createSignedIn();
    await change(stored.id, { createdAt: days(-80), expiresAt: days(5) });
    const found = await read(browser.headers());
    expect(found?.expiresAt.getTime()).toBeCloseTo(days(10).getTime(), -5);
    const [, maxAge] = /Max-Age=(\d+)/.exec(found?.renewedCookie ?? "") ?? [];
    expect(Number(maxAge) / 86_400).toBeCloseTo(10, 3);
    const end = await expiryOf(stored.id);

    // better-auth's endpoints renew nothing either.
    expect((await read(browser.headers()))?.renewedCookie).toBeUndefined();
    expect((await browser.post("/update-user", { name: "Ada" })).status).toBe(200);
    expect(await expiryOf(stored.id)).toBe(end);
  });

  test("also if it was renewed for longer, by a higher setting", async () => {
    const { browser, session: stored, user: person } = await createSignedIn();
    const before = browser.headers();
    await setRole(person.id, "user,user");
    await browser.get("/get-session");
    await change(stored.id, { createdAt: days(-89.999), expiresAt: days(20) });
    expect((await read(browser.headers()))?.expiresAt.getTime()).toBeCloseTo(days(0.001).getTime(), -5);
    // optional: live
    const [live] = await findSessions(env.auth, [stored.id]);
    expect(live?.expiresAt.getTime()).toBeCloseTo(days(0.001).getTime(), -5);
    // end: live

    await change(stored.id, { createdAt: days(-90.001) });
    expect(await read(browser.headers())).toBeNull();
    expect(await read(before)).toBeNull();
    expect(await findSessions(env.auth, [stored.id])).toEqual([]); // optional: live
    expect((await browser.post("/update-user", { name: "Ada" })).status).toBe(401);
  });

  test("or as AUTH_SESSION_DAYS and AUTH_SESSION_MAX_DAYS say", async () => {
    const short = anotherInstance(env, { auth: { sessionDays: 7, sessionMaxDays: 10 } });
    const { browser, response } = await signIn({ auth: short, mails: env.mails });
    const { id } = (response.body as { user: { id: string } }).user;
    const [stored] = await env.database.sql.select().from(session).where(eq(session.userId, id));
    expect(stored?.expiresAt.getTime()).toBeCloseTo(days(7).getTime(), -5);
    expect(response.setCookies.join()).toMatch(
      new RegExp(String.raw`${cookieNames.session}=[^;]+; Max-Age=604[78]\d\d;`),
    );
    const renewed = async (createdAt: Date, expiresAt: Date) => {
      await change(stored?.id ?? "", { createdAt, expiresAt });
      return await findSession({ ...short, headers: browser.headers() });
    };
    expect((await renewed(days(-1), days(6.01)))?.renewedCookie).toBeUndefined();
    expect((await renewed(days(-1), days(5.99)))?.expiresAt.getTime()).toBeCloseTo(days(7).getTime(), -5);
    expect((await renewed(days(-5), days(2)))?.expiresAt.getTime()).toBeCloseTo(days(5).getTime(), -5);
    expect(await renewed(days(-10.1), days(2))).toBeNull();
  });
});

test("with https, cookies are bound to the host and to https", async () => {
  const secure = await createTestAuth({ baseUrl: "https://books.example" });
  const { browser, response, email } = await signIn(secure);
  const expiresAt = new Date(Date.now() + 30 * 24 * 60 * 60 * 1_000);
  const own = response.setCookies.map(parse);
  expect(own.map(({ name }) => name)).toEqual([
    `__Host-${cookieNames.session}`,
    `__Host-${cookieNames.challenge}`,
    `__Host-${cookieNames.browser}`,
  ]);
  for (const { attributes } of own) {
    expect(attributes).toEqual([
      expect.stringMatching(/^Max-Age=/),
      "Path=/",
      "HttpOnly",
      "Secure",
      "SameSite=Lax",
    ]);
  }
  expect(await findSession({ ...secure.auth, headers: browser.headers() })).toMatchObject({
    user: { email },
  });
  expect(parse(sessionCookie(secure.auth, { token: "token", expiresAt })).attributes.slice(1)).toEqual(
    own[0]?.attributes.slice(1),
  );
  // A cookie without the prefix is ignored, as any subdomain could set it.
  const value = browser.jar.get(`__Host-${cookieNames.session}`) ?? "";
  expect(
    await findSession({
      ...secure.auth,
      headers: new Headers({ cookie: `${cookieNames.session}=${value}` }),
    }),
  ).toBeNull();
  await secure.database.drop();
});

test("signing in deletes expired sessions", async () => {
  await env.database.sql.execute(sql`update session set expires_at = now() - interval '1 day'`);
  for (let i = 0; i < 6; i++) await signIn(env);
  const rows = await env.database.sql.select().from(session);
  expect(rows.every(({ expiresAt }) => expiresAt > new Date())).toBe(true);
});

function parse(cookie: string) {
  const [pair = "", ...attributes] = cookie.split("; ");
  const equals = pair.indexOf("=");
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), attributes };
}
