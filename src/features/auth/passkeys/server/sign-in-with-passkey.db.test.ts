import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { connect } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import {
  createAuthenticator,
  type Authenticator,
  type Deviation,
} from "../../../../../testing/authenticator.ts";
import { callerIn, contextFor } from "../../../../../testing/context.ts";
import { clientAttemptLimit } from "../../codes/server/rate-limits.ts";
import { passkey, session } from "../../table.ts";
import {
  anotherInstance,
  codeFor,
  cookieNames,
  createBrowser,
  createTestAuth,
  signIn,
  testAuth,
} from "../../testing.ts";
import { newPasskeyOptions, verifyAddedPasskey } from "./add-passkey.ts";

const env = testAuth();

type Browser = ReturnType<typeof createBrowser>;

/** Creates a user with a session, and an authenticator with their passkey. */
async function createOwner() {
  const { browser, email } = await signIn(env);
  const [person] = await env.database.sql.select().from(user).where(eq(user.email, email));
  const [own] = await env.database.sql
    .select()
    .from(session)
    .where(eq(session.userId, person?.id ?? ""));
  if (!person || !own) throw new Error("The user is not signed in");
  const context = contextFor(env.database, callerIn(own, person));
  const device = createAuthenticator();
  const verified = await verifyAddedPasskey(context, device.create(newPasskeyOptions(context, [])));
  const passkeyId = crypto.randomUUID();
  await env.database.sql
    .insert(passkey)
    .values({ ...verified, id: passkeyId, userId: person.id, name: "Phone" });
  return { browser, email, person, device, passkeyId };
}

type Options = { challenge: string; rpId: string };

async function requestOptions(browser: Browser): Promise<Options> {
  return (await browser.post("/passkey/generate-authenticate-options")).body as Options;
}

const send = (browser: Browser, response: unknown) =>
  browser.post("/passkey/verify-authentication", { response });

/** Tries to sign in with a device's passkey. */
async function signInWithPasskey(browser: Browser, device: Authenticator, wrong?: Deviation) {
  return await send(browser, device.get(await requestOptions(browser), wrong));
}

const rejection = (code: string, status = 401) => ({ status, body: { code } });

const readSession = async (browser: Browser) => (await browser.get("/get-session")).body;

const sessionsOf = (userId: string) =>
  env.database.sql.select().from(session).where(eq(session.userId, userId));

describe("a passkey", () => {
  test("signs its user in without an email, and stores its last use", async () => {
    const { device, person, email, passkeyId } = await createOwner();
    const browser = createBrowser(env.auth);
    const response = await signInWithPasskey(browser, device);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ user: { id: person.id, email } });
    expect(JSON.stringify(response.body)).not.toContain("token");
    expect(await readSession(browser)).toMatchObject({ user: { email } });
    const [stored] = await env.database.sql.select().from(passkey).where(eq(passkey.id, passkeyId));
    expect(stored).toMatchObject({ counter: 2, lastUsedAt: expect.any(Date) });
  });

  test("is requested without naming one, and requires user verification", async () => {
    const { browser } = await createOwner();
    for (const each of [browser, createBrowser(env.auth)]) {
      expect(await requestOptions(each)).toEqual({
        challenge: expect.any(String),
        rpId: "localhost",
        timeout: 300_000,
        userVerification: "required",
        allowCredentials: [],
      });
    }
  });

  test("creates a new session, ends the browser's previous one, and adopts no planted one", async () => {
    const { browser, device, person } = await createOwner();
    const before = (await sessionsOf(person.id)).map(({ token }) => token);
    expect((await signInWithPasskey(browser, device)).status).toBe(200);
    const after = (await sessionsOf(person.id)).map(({ token }) => token);
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);

    const planted = createBrowser(env.auth);
    planted.jar.set(cookieNames.session, "planted.signature");
    expect((await signInWithPasskey(planted, device)).status).toBe(200);
    const tokens = (await sessionsOf(person.id)).map(({ token }) => token);
    expect(tokens).not.toContain("planted");
  });

  test("doesn't verify the email", async () => {
    const { device, person } = await createOwner();
    await env.database.sql.update(user).set({ emailVerified: false }).where(eq(user.id, person.id));
    const browser = createBrowser(env.auth);
    expect((await signInWithPasskey(browser, device)).status).toBe(200);
    expect(await readSession(browser)).toMatchObject({ user: { emailVerified: false } });
  });

  test("of an unverified account is deleted when a user verifies the email", async () => {
    const { device, person, email } = await createOwner();
    await env.database.sql.update(user).set({ emailVerified: false }).where(eq(user.id, person.id));
    await env.database.sql.execute(
      sql`update budget set spent_at = array(select spent - interval '1 minute' from unnest(spent_at) as spent)`,
    );
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    expect((await browser.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
    expect(await signInWithPasskey(createBrowser(env.auth), device)).toMatchObject(
      rejection("PASSKEY_NOT_FOUND"),
    );
  });

  test("works in several tabs of one browser, each with its own challenge", async () => {
    const { device } = await createOwner();
    const browser = createBrowser(env.auth);
    const [first, second] = [await requestOptions(browser), await requestOptions(browser)];
    expect(first.challenge).not.toBe(second.challenge);
    expect((await send(browser, device.get(first))).status).toBe(200);
  });

  test("works on any instance", async () => {
    const { device } = await createOwner();
    const pool = connect(env.database.connection, { max: 2 });
    const browser = createBrowser(env.auth);
    const options = await requestOptions(browser);
    const elsewhere = createBrowser(anotherInstance({ database: pool, mails: [] }));
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await send(elsewhere, device.get(options))).status).toBe(200);
    await pool.close();
  });
});

describe("a credential is rejected", () => {
  test.each<[string, Deviation]>([
    ["for another origin", { origin: "http://localhost:3001" }],
    ["for a similar origin", { origin: "http://localhost.evil.example:3000" }],
    ["for another site", { rpId: "evil.example" }],
    ["without user verification", { isUnverified: true }],
    ["signed by another key", { isForged: true }],
    ["for another user", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
    ["without a user handle", { userHandle: "" }],
    ["of another type", { type: "webauthn.create" }],
    ["with an unchanged counter", { counter: 1 }],
    ["with a lower counter", { counter: 0 }],
  ])("%s", async (_, wrong) => {
    const { device, person } = await createOwner();
    const browser = createBrowser(env.auth);
    expect(await signInWithPasskey(browser, device, wrong)).toMatchObject(rejection("AUTHENTICATION_FAILED"));
    expect(await readSession(browser)).toBeNull();
    expect(await sessionsOf(person.id)).toHaveLength(1);
    expect((await signInWithPasskey(browser, device)).status).toBe(200);
  });

  test("from a frame on another site", async () => {
    const { device } = await createOwner();
    const response = await signInWithPasskey(createBrowser(env.auth), device, { crossOrigin: true });
    expect(response).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));
  });

  test("the second time, also among 20 at once, and after a failed attempt", async () => {
    const { device, person } = await createOwner();
    const browser = createBrowser(env.auth);
    const options = await requestOptions(browser);
    const response = device.get(options);
    const jar = browser.cookies();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        createBrowser(env.auth).send(
          "POST",
          "/passkey/verify-authentication",
          { response: response },
          { cookie: jar },
        ),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await sessionsOf(person.id)).toHaveLength(2);
    const replay = await browser.post(
      "/passkey/verify-authentication",
      { response: response },
      { cookie: jar },
    );
    expect(replay).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));

    const other = createBrowser(env.auth);
    const once = await requestOptions(other);
    await send(other, device.get(once, { isForged: true }));
    expect(await send(other, device.get(once))).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));
  });

  test("the second time with another spelling of the same challenge", async () => {
    const { device, person } = await createOwner();
    const browser = createBrowser(env.auth);
    const { challenge, rpId } = await requestOptions(browser);
    const jar = browser.cookies();
    /** The last character of a signature encodes two bits that decoding ignores. */
    const signature = Buffer.from(challenge, "base64url").toString();
    const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = characters[characters.indexOf(signature.at(-1) ?? "") ^ 1];
    const spellings = [
      challenge,
      `${challenge}=`,
      `${challenge}\n`,
      ` ${challenge}`,
      challenge.replace(/(.{7})/, "$1\n"),
      Buffer.from(challenge, "base64url").toString("base64"),
      Buffer.from(signature.slice(0, -1) + last).toString("base64url"),
    ];
    const statuses: number[] = [];
    for (const spelling of spellings) {
      const response = device.get({ challenge: spelling, rpId });
      const sent = await createBrowser(env.auth).post(
        "/passkey/verify-authentication",
        { response },
        { cookie: jar },
      );
      statuses.push(sent.status);
    }
    expect(statuses).toEqual([200, ...spellings.slice(1).map(() => 400)]);
    expect(await sessionsOf(person.id)).toHaveLength(2);
  });

  test("in another browser, with a made-up challenge, or with one for adding a passkey", async () => {
    const { device, browser: signedIn } = await createOwner();
    const asking = createBrowser(env.auth);
    const options = await requestOptions(asking);
    const stranger = createBrowser(env.auth);
    expect(await send(stranger, device.get(options))).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));
    await requestOptions(stranger);
    expect(await send(stranger, device.get(options))).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));
    expect((await send(asking, device.get(options))).status).toBe(200);

    const text = (challenge: string) => Buffer.from(challenge, "base64url").toString();
    const { challenge, rpId } = await requestOptions(stranger);
    for (const made of [
      "",
      "x",
      Buffer.from("x".repeat(80)).toString("base64url"),
      Buffer.from(text(challenge).replace(/\.\d/, ".2")).toString("base64url"),
    ]) {
      const response = await send(stranger, device.get({ challenge: made, rpId }));
      expect(response).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));
    }
    expect(await readSession(signedIn)).not.toBeNull();
  });

  test("after five minutes", async () => {
    const { device } = await createOwner();
    const browser = createBrowser(env.auth);
    const options = await requestOptions(browser);
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 301_000);
    const late = await send(browser, device.get(options)).finally(() => now.mockRestore());
    expect(late).toMatchObject(rejection("CHALLENGE_NOT_FOUND", 400));
  });

  test("of a removed or an unknown passkey", async () => {
    const { device, passkeyId } = await createOwner();
    await env.database.sql.delete(passkey).where(eq(passkey.id, passkeyId));
    const browser = createBrowser(env.auth);
    expect(await signInWithPasskey(browser, device)).toMatchObject(rejection("PASSKEY_NOT_FOUND"));
    expect(await signInWithPasskey(browser, createAuthenticator(), { userHandle: "AAAA" })).toMatchObject(
      rejection("PASSKEY_NOT_FOUND"),
    );
  });

  test("of a banned user, until the ban expires", async () => {
    const { device, person } = await createOwner();
    const ban = (banned: boolean, banExpires: Date | null) =>
      env.database.sql.update(user).set({ banned, banExpires }).where(eq(user.id, person.id));
    await ban(true, null);
    const browser = createBrowser(env.auth);
    expect(await signInWithPasskey(browser, device)).toMatchObject({
      status: 403,
      body: { code: "BANNED_USER", message: "You have been banned from this application" },
    });
    expect(await readSession(browser)).toBeNull();
    await ban(true, new Date(Date.now() - 1_000));
    expect((await signInWithPasskey(browser, device)).status).toBe(200);
  });

  test("of a deleted account", async () => {
    const { device, person } = await createOwner();
    await env.database.sql.delete(user).where(eq(user.id, person.id));
    expect(await signInWithPasskey(createBrowser(env.auth), device)).toMatchObject(
      rejection("PASSKEY_NOT_FOUND"),
    );
  });

  test("with any malformed part", async () => {
    const { device } = await createOwner();
    const browser = createBrowser(env.auth);
    const good = device.get(await requestOptions(browser));
    const { response } = good;
    for (const bad of [
      undefined,
      {},
      { ...good, id: "not base64url!" },
      { ...good, id: "a".repeat(1_400), rawId: "a".repeat(1_400) },
      { ...good, type: "password" },
      { ...good, response: { ...response, signature: "a".repeat(10_000) } },
      { ...good, response: { ...response, userHandle: undefined } },
    ]) {
      expect((await send(browser, bad)).status).toBe(400);
    }
    const path = "/passkey/verify-authentication";
    expect((await browser.post(path, { response: good, more: 1 })).status).toBe(400);
    expect((await browser.get(path)).status).toBe(405);
    expect((await browser.get("/passkey/generate-authenticate-options")).status).toBe(405);
    expect((await browser.post(path, { response: good }, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect((await send(browser, { ...good, rawId: "AAAA" })).status).toBe(401);
  });
});

test("a client has as many attempts as with codes; after that no passkey is verified", async () => {
  const { device } = await createOwner();
  const clientAddress = "198.51.100.9";
  const browser = createBrowser(env.auth, clientAddress);
  for (let i = 0; i < 5; i++) expect((await signInWithPasskey(browser, device)).status).toBe(200);
  const unknown = createAuthenticator();
  const options = await requestOptions(browser);
  const codes: unknown[] = [];
  for (let i = 0; i < 97; i++) await consumeLimit(env.database, clientAttemptLimit({ clientAddress }));
  for (let i = 0; i < 3; i++) {
    const response = await send(browser, unknown.get(options, { userHandle: "AAAA" }));
    codes.push((response.body as { code: string }).code);
  }
  expect(codes).toEqual(["PASSKEY_NOT_FOUND", "CHALLENGE_NOT_FOUND", "CHALLENGE_NOT_FOUND"]);
  const last = await signInWithPasskey(browser, device);
  expect(last).toMatchObject(rejection("TOO_MANY_REQUESTS", 429));
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await signInWithPasskey(createBrowser(env.auth), device)).status).toBe(200);
});

test("a copy of the database gives no access, and viewing the login page stores nothing", async () => {
  const count = async () =>
    (await env.database.pool.query<{ count: string }>("select count(*) from budget")).rows[0]?.count;
  const before = await count();
  const browser = createBrowser(env.auth);
  const { challenge } = await requestOptions(browser);
  expect(await count()).toBe(before);
  const [cookie] = [...browser.jar].filter(([name]) => name === cookieNames.passkey);
  expect(cookie?.[1]).toMatch(/^[\w-]{43}$/);
  await send(browser, createAuthenticator().get({ challenge, rpId: "localhost" }, { userHandle: "AAAA" }));
  const { rows } = await env.database.pool.query("select key from budget");
  expect(JSON.stringify(rows)).not.toContain(challenge);
});

test("with https, the browser's cookie is bound to the host and not readable by scripts", async () => {
  const secure = await createTestAuth({ baseUrl: "https://books.example.com" });
  const browser = createBrowser(secure.auth);
  const response = await browser.post("/passkey/generate-authenticate-options");
  expect(response.body).toMatchObject({ rpId: "books.example.com" });
  expect(response.setCookies).toEqual([
    expect.stringMatching(
      new RegExp(
        String.raw`^__Host-${cookieNames.passkey}=[\w-]{43}; Max-Age=300; Path=/; HttpOnly; Secure; SameSite=Lax$`,
      ),
    ),
  ]);
  await secure.database.drop();
});
