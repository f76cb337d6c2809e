import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSession } from "../sessions/server/find-session.ts";
import { codeFor, createTestAuth, randomAddress, randomEmail, type TestAuth, wrongCode } from "../testing.ts";
import { handleCodeForm, handleEmailForm, handleSignOutForm } from "./forms.ts";

let env: TestAuth;
let closed: TestAuth;

beforeAll(async () => {
  env = await createTestAuth();
  closed = await createTestAuth({ auth: { signUp: false } });
});
afterAll(async () => {
  await env.database.drop();
  await closed.database.drop();
});

/** The headers of a form's request, with the cookies of earlier responses. */
const headers = (setCookies: string[] = []) =>
  new Headers({
    origin: "http://localhost:3000",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": "999",
    "accept-language": "fr",
    cookie: setCookies.map((cookie) => cookie.split(";")[0]).join("; "),
  });

/** A request for a form from a new network address. */
const form = (sent = headers()) => ({
  request: { headers: sent },
  context: { requestId: "test", clientAddress: randomAddress() },
});

describe("without JavaScript", () => {
  test("users request a code, sign in with it, and sign out", async () => {
    const email = randomEmail();
    const requested = await handleEmailForm(env.auth, form(), ` ${email.toUpperCase()}`);
    expect(requested).toEqual({
      ok: true,
      email,
      setCookies: [expect.stringMatching(/^flyleaf\.challenge=/)],
    });
    expect(env.mails.at(-1)).toMatchObject({ email, language: "fr" });

    const code = codeFor(env.mails, email);
    const verified = await handleCodeForm(env.auth, form(headers(requested.setCookies)), { email, code });
    expect(verified.ok).toBe(true);
    const cookies = headers(verified.setCookies);
    expect(await findSession({ ...env.auth, headers: cookies })).toMatchObject({ user: { email } });

    const ended = await handleSignOutForm(env.auth, form(cookies));
    expect(ended.ok).toBe(true);
    expect(ended.setCookies.find((cookie) => cookie.startsWith("flyleaf.session="))).toContain("Max-Age=0");
    expect(await findSession({ ...env.auth, headers: cookies })).toBeNull();
  });

  test("errors have a code and the time to wait", async () => {
    const email = randomEmail();
    const first = form();
    const requested = await handleEmailForm(env.auth, first, email);
    const again = await handleEmailForm(env.auth, first, email);
    expect(again).toEqual({
      ok: false,
      setCookies: [],
      error: { code: "TOO_MANY_REQUESTS", retryAfterSeconds: expect.any(Number) },
    });
    const code = wrongCode(codeFor(env.mails, email));
    const sameBrowser = form(headers(requested.setCookies));
    expect(await handleCodeForm(env.auth, sameBrowser, { email, code })).toMatchObject({
      ok: false,
      error: { code: "INVALID_OTP" },
    });
    const elsewhere = { ...sameBrowser, request: { headers: headers() } };
    expect(await handleCodeForm(env.auth, elsewhere, { email, code })).toMatchObject({
      ok: false,
      error: { code: "NO_CHALLENGE" },
    });
    expect(await handleEmailForm(env.auth, form(), "x")).toMatchObject({
      ok: false,
      error: { code: "INVALID_EMAIL" },
    });
  });

  test("a form of another site's page is rejected", async () => {
    const foreign = headers();
    foreign.set("origin", "https://evil.example");
    expect(await handleEmailForm(env.auth, form(foreign), randomEmail())).toMatchObject({
      ok: false,
      error: { code: "INVALID_ORIGIN" },
    });
  });
});

describe("with sign-up off", () => {
  test("an unknown email gets a code too, and only entering it reveals that there is no account", async () => {
    const email = randomEmail();
    const requested = await handleEmailForm(closed.auth, form(), email);
    expect(requested.ok).toBe(true);
    const code = codeFor(closed.mails, email);
    const sent = form(headers(requested.setCookies));
    const wrong = await handleCodeForm(closed.auth, sent, { email, code: wrongCode(code) });
    expect(wrong).toMatchObject({ error: { code: "INVALID_OTP" } });
    const right = await handleCodeForm(closed.auth, sent, { email, code });
    expect(right).toMatchObject({ ok: false, error: { code: "SIGNUP_DISABLED" } });
    expect(right.setCookies).toEqual([]);
    const { rows } = await closed.database.pool.query(`select from "user"`);
    expect(rows).toHaveLength(0);
  });

  test("a user with an account can sign in", async () => {
    const email = randomEmail();
    await closed.database.pool.query(`insert into "user" (email, email_verified) values ($1, true)`, [email]);
    const requested = await handleEmailForm(closed.auth, form(), email);
    const code = codeFor(closed.mails, email);
    const sent = form(headers(requested.setCookies));
    expect((await handleCodeForm(closed.auth, sent, { email, code })).ok).toBe(true);
  });
});
