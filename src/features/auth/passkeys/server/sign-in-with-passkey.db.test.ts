import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { connect } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import {
  createAuthenticator,
  type Authenticator,
  type Misbehaviour,
} from "../../../../../testing/authenticator.ts";
import { contextFor } from "../../../../../testing/context.ts";
import { clientAttemptLimit } from "#features/auth/codes/server/rate-limits.ts";
import { newPasskeyOptions, verifyAddedPasskey } from "./add-passkey.ts";
import { passkey, session } from "#features/auth/table.ts";
import {
  anotherInstance,
  codeFor,
  createBrowser,
  createTestAuth,
  signIn,
  type TestAuth,
} from "#features/auth/testing.ts";

/** Signing in with a passkey, as people do it and as attackers try to. */

let test_: TestAuth;

beforeAll(async () => {
  test_ = await createTestAuth();
});
afterAll(() => test_.database.drop());

type Browser = ReturnType<typeof createBrowser>;

/** Someone with an account, signed in on some device, and another device with their passkey. */
async function owner() {
  const { browser, email } = await signIn(test_);
  const [person] = await test_.database.sql.select().from(user).where(eq(user.email, email));
  const [own] = await test_.database.sql
    .select()
    .from(session)
    .where(eq(session.userId, person?.id ?? ""));
  if (!person || !own) throw new Error("Nobody signed in");
  const caller = { sessionId: own.id, expiresAt: own.expiresAt, impersonatedBy: null, user: person };
  const context = contextFor(test_.database, caller);
  const device = createAuthenticator();
  const verified = await verifyAddedPasskey(context, device.create(newPasskeyOptions(context, [])));
  const passkeyId = crypto.randomUUID();
  await test_.database.sql
    .insert(passkey)
    .values({ ...verified, id: passkeyId, userId: person.id, name: "Phone" });
  return { browser, email, person, device, passkeyId };
}

type Options = { challenge: string; rpId: string };

async function ask(browser: Browser): Promise<Options> {
  return (await browser.post("/passkey/generate-authenticate-options")).body as Options;
}

const send = (browser: Browser, response: unknown) =>
  browser.post("/passkey/verify-authentication", { response });

/** Signs in with a device's passkey, or tries to. */
async function enter(browser: Browser, device: Authenticator, wrong?: Misbehaviour) {
  return await send(browser, device.get(await ask(browser), wrong));
}

const refused = (code: string, status = 401) => ({ status, body: { code } });

const whoIs = async (browser: Browser) => (await browser.get("/get-session")).body;

const sessionsOf = (userId: string) =>
  test_.database.sql.select().from(session).where(eq(session.userId, userId));

describe("a passkey", () => {
  test("signs its owner in, without an address, and that is remembered", async () => {
    const { device, person, email, passkeyId } = await owner();
    const browser = createBrowser(test_.auth);
    const answer = await enter(browser, device);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { id: person.id, email } });
    expect(JSON.stringify(answer.body)).not.toContain("token");
    expect(await whoIs(browser)).toMatchObject({ user: { email } });
    const [stored] = await test_.database.sql.select().from(passkey).where(eq(passkey.id, passkeyId));
    expect(stored).toMatchObject({ counter: 2, lastUsedAt: expect.any(Date) });
  });

  test("is asked for without naming any, whoever asks, and must be unlocked", async () => {
    const { browser } = await owner();
    for (const each of [browser, createBrowser(test_.auth)]) {
      expect(await ask(each)).toEqual({
        challenge: expect.any(String),
        rpId: "localhost",
        timeout: 300_000,
        userVerification: "required",
        allowCredentials: [],
      });
    }
  });

  test("gives a fresh session, takes the browser's former one, and adopts none that was planted", async () => {
    const { browser, device, person } = await owner();
    const before = (await sessionsOf(person.id)).map(({ token }) => token);
    expect((await enter(browser, device)).status).toBe(200);
    const after = (await sessionsOf(person.id)).map(({ token }) => token);
    expect(after).toHaveLength(1);
    expect(before).not.toContain(after[0]);

    const planted = createBrowser(test_.auth);
    planted.jar.set("flyleaf.session", "planted.signature");
    expect((await enter(planted, device)).status).toBe(200);
    const tokens = (await sessionsOf(person.id)).map(({ token }) => token);
    expect(tokens).not.toContain("planted");
  });

  test("verifies no address", async () => {
    const { device, person } = await owner();
    await test_.database.sql.update(user).set({ emailVerified: false }).where(eq(user.id, person.id));
    const browser = createBrowser(test_.auth);
    expect((await enter(browser, device)).status).toBe(200);
    expect(await whoIs(browser)).toMatchObject({ user: { emailVerified: false } });
  });

  test("of whoever had an address before it was proved goes when its owner proves it", async () => {
    const { device, person, email } = await owner();
    await test_.database.sql.update(user).set({ emailVerified: false }).where(eq(user.id, person.id));
    await test_.database.sql.execute(
      sql`update budget set spent_at = array(select spent - interval '1 minute' from unnest(spent_at) as spent)`,
    );
    const browser = createBrowser(test_.auth);
    await browser.requestCode(email);
    expect((await browser.verifyCode(email, codeFor(test_.mails, email))).status).toBe(200);
    expect(await enter(createBrowser(test_.auth), device)).toMatchObject(refused("PASSKEY_NOT_FOUND"));
  });

  test("works in several tabs of one browser, each with what it was asked", async () => {
    const { device } = await owner();
    const browser = createBrowser(test_.auth);
    const [first, second] = [await ask(browser), await ask(browser)];
    expect(first.challenge).not.toBe(second.challenge);
    expect((await send(browser, device.get(first))).status).toBe(200);
  });

  test("works on any instance", async () => {
    const { device } = await owner();
    const pool = connect(test_.database.connection, { max: 2 });
    const browser = createBrowser(test_.auth);
    const options = await ask(browser);
    const elsewhere = createBrowser(anotherInstance({ database: pool, mails: [] }));
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await send(elsewhere, device.get(options))).status).toBe(200);
    await pool.close();
  });
});

describe("an answer is refused", () => {
  test.each<[string, Misbehaviour]>([
    ["for another origin", { origin: "http://localhost:3001" }],
    ["for a site that looks like ours", { origin: "http://localhost.evil.example:3000" }],
    ["for another site", { rpId: "evil.example" }],
    ["of a device that its owner did not unlock", { isUnverified: true }],
    ["that another key signed", { isForged: true }],
    ["for another person", { userHandle: Buffer.alloc(16, 7).toString("base64url") }],
    ["for nobody", { userHandle: "" }],
    ["of another kind", { type: "webauthn.create" }],
    ["with the count that it had before", { counter: 1 }],
    ["with a count that went back", { counter: 0 }],
  ])("%s", async (_, wrong) => {
    const { device, person } = await owner();
    const browser = createBrowser(test_.auth);
    expect(await enter(browser, device, wrong)).toMatchObject(refused("AUTHENTICATION_FAILED"));
    expect(await whoIs(browser)).toBeNull();
    expect(await sessionsOf(person.id)).toHaveLength(1);
    expect((await enter(browser, device)).status).toBe(200);
  });

  test("from within another site's frame", async () => {
    const { device } = await owner();
    const answer = await enter(createBrowser(test_.auth), device, { crossOrigin: true });
    expect(answer).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));
  });

  test("a second time, of 20 at once all but one, even after another try failed", async () => {
    const { device, person } = await owner();
    const browser = createBrowser(test_.auth);
    const options = await ask(browser);
    const answer = device.get(options);
    const jar = browser.cookies();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        createBrowser(test_.auth).send(
          "POST",
          "/passkey/verify-authentication",
          { response: answer },
          { cookie: jar },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect(await sessionsOf(person.id)).toHaveLength(2);
    const replay = await browser.post(
      "/passkey/verify-authentication",
      { response: answer },
      { cookie: jar },
    );
    expect(replay).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));

    const other = createBrowser(test_.auth);
    const once = await ask(other);
    await send(other, device.get(once, { isForged: true }));
    expect(await send(other, device.get(once))).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));
  });

  test("in a browser that did not ask, with a made-up challenge, or one for adding a passkey", async () => {
    const { device, browser: signedIn } = await owner();
    const asking = createBrowser(test_.auth);
    const options = await ask(asking);
    const stranger = createBrowser(test_.auth);
    expect(await send(stranger, device.get(options))).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));
    await ask(stranger);
    expect(await send(stranger, device.get(options))).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));
    expect((await send(asking, device.get(options))).status).toBe(200);

    const text = (challenge: string) => Buffer.from(challenge, "base64url").toString();
    const { challenge, rpId } = await ask(stranger);
    for (const made of [
      "",
      "x",
      Buffer.from("x".repeat(80)).toString("base64url"),
      Buffer.from(text(challenge).replace(/\.\d/, ".2")).toString("base64url"),
    ]) {
      const answer = await send(stranger, device.get({ challenge: made, rpId }));
      expect(answer).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));
    }
    expect(await whoIs(signedIn)).not.toBeNull();
  });

  test("after five minutes", async () => {
    const { device } = await owner();
    const browser = createBrowser(test_.auth);
    const options = await ask(browser);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
    const late = await send(browser, device.get(options)).finally(() => vi.useRealTimers());
    expect(late).toMatchObject(refused("CHALLENGE_NOT_FOUND", 400));
  });

  test("of a passkey that was removed, and that nobody ever had", async () => {
    const { device, passkeyId } = await owner();
    await test_.database.sql.delete(passkey).where(eq(passkey.id, passkeyId));
    const browser = createBrowser(test_.auth);
    expect(await enter(browser, device)).toMatchObject(refused("PASSKEY_NOT_FOUND"));
    expect(await enter(browser, createAuthenticator(), { userHandle: "AAAA" })).toMatchObject(
      refused("PASSKEY_NOT_FOUND"),
    );
  });

  test("of who is banned, until the ban is over", async () => {
    const { device, person } = await owner();
    const ban = (banned: boolean, banExpires: Date | null) =>
      test_.database.sql.update(user).set({ banned, banExpires }).where(eq(user.id, person.id));
    await ban(true, null);
    const browser = createBrowser(test_.auth);
    expect(await enter(browser, device)).toMatchObject({
      status: 403,
      body: { code: "BANNED_USER", message: "You have been banned from this application" },
    });
    expect(await whoIs(browser)).toBeNull();
    await ban(true, new Date(Date.now() - 1_000));
    expect((await enter(browser, device)).status).toBe(200);
  });

  test("of an account that was deleted, together with its passkeys", async () => {
    const { device, person } = await owner();
    await test_.database.sql.delete(user).where(eq(user.id, person.id));
    expect(await enter(createBrowser(test_.auth), device)).toMatchObject(refused("PASSKEY_NOT_FOUND"));
  });

  test("where anything about its form is not as it should be", async () => {
    const { device } = await owner();
    const browser = createBrowser(test_.auth);
    const good = device.get(await ask(browser));
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

test("a client may be wrong as often as with codes, and then no passkey of theirs is even looked at", async () => {
  const { device } = await owner();
  const clientAddress = "198.51.100.9";
  const browser = createBrowser(test_.auth, clientAddress);
  for (let i = 0; i < 5; i++) expect((await enter(browser, device)).status).toBe(200);
  const unknown = createAuthenticator();
  const options = await ask(browser);
  const codes: unknown[] = [];
  await consumeLimit(test_.database.sql, {
    ...clientAttemptLimit({ clientAddress, knownBrowser: undefined }),
    cost: 97,
  });
  for (let i = 0; i < 3; i++) {
    const answer = await send(browser, unknown.get(options, { userHandle: "AAAA" }));
    codes.push((answer.body as { code: string }).code);
  }
  expect(codes).toEqual(["PASSKEY_NOT_FOUND", "CHALLENGE_NOT_FOUND", "CHALLENGE_NOT_FOUND"]);
  const last = await enter(browser, device);
  expect(last).toMatchObject(refused("TOO_MANY_REQUESTS", 429));
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await enter(createBrowser(test_.auth), device)).status).toBe(200);
});

test("a copy of the database lets nobody in, and looking at the login page leaves no row", async () => {
  const count = async () =>
    (await test_.database.pool.query<{ count: string }>("select count(*) from budget")).rows[0]?.count;
  const before = await count();
  const browser = createBrowser(test_.auth);
  const { challenge } = await ask(browser);
  expect(await count()).toBe(before);
  const [cookie] = [...browser.jar].filter(([name]) => name === "flyleaf.passkey");
  expect(cookie?.[1]).toMatch(/^[\w-]{43}$/);
  await send(browser, createAuthenticator().get({ challenge, rpId: "localhost" }, { userHandle: "AAAA" }));
  const { rows } = await test_.database.pool.query("select key from budget");
  expect(JSON.stringify(rows)).not.toContain(challenge);
});

test("where people come by https, the browser's secret is kept to this very host, out of scripts' reach", async () => {
  const secure = await createTestAuth({ baseUrl: "https://books.example.com" });
  const browser = createBrowser(secure.auth);
  const answer = await browser.post("/passkey/generate-authenticate-options");
  expect(answer.body).toMatchObject({ rpId: "books.example.com" });
  expect(answer.setCookies).toEqual([
    expect.stringMatching(
      /^__Host-flyleaf\.passkey=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  await secure.database.drop();
});
