import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleCodeForm, handleEmailForm, handleSignOutForm } from "./forms.ts";
import { findSession } from "../sessions/server/find-session.ts";
import { codeFor, createTestAuth, randomAddress, randomEmail, type TestAuth, wrongCode } from "../testing.ts";

let test_: TestAuth;
let closed: TestAuth;

beforeAll(async () => {
  test_ = await createTestAuth();
  closed = await createTestAuth({ auth: { signUp: false } });
});
afterAll(async () => {
  await test_.database.drop();
  await closed.database.drop();
});

const info = () => ({ requestId: "test", clientAddress: randomAddress() });

/** A form's request, with the cookies that answers before it set. */
const headers = (setCookies: string[] = []) =>
  new Headers({
    origin: "http://localhost:3000",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": "999",
    "accept-language": "fr",
    cookie: setCookies.map((cookie) => cookie.split(";")[0]).join("; "),
  });

describe("without JavaScript", () => {
  test("people ask for a code, sign in with it, and sign out", async () => {
    const email = randomEmail();
    const asked = await handleEmailForm(test_.auth, {
      email: ` ${email.toUpperCase()}`,
      headers: headers(),
      info: info(),
    });
    expect(asked).toEqual({ ok: true, email, setCookies: [expect.stringMatching(/^flyleaf\.challenge=/)] });
    expect(test_.mails.at(-1)).toMatchObject({ email, language: "fr" });

    const code = codeFor(test_.mails, email);
    const verified = await handleCodeForm(test_.auth, {
      email,
      code,
      headers: headers(asked.setCookies),
      info: info(),
    });
    expect(verified.ok).toBe(true);
    const cookies = headers(verified.setCookies);
    expect(await findSession({ ...test_.auth, headers: cookies })).toMatchObject({ user: { email } });

    const ended = await handleSignOutForm(test_.auth, { headers: cookies, info: info() });
    expect(ended.ok).toBe(true);
    expect(ended.setCookies.find((cookie) => cookie.startsWith("flyleaf.session="))).toContain("Max-Age=0");
    expect(await findSession({ ...test_.auth, headers: cookies })).toBeNull();
  });

  test("what goes wrong comes back as a code, and with the time to wait", async () => {
    const email = randomEmail();
    const asked = await handleEmailForm(test_.auth, { email, headers: headers(), info: info() });
    const again = await handleEmailForm(test_.auth, { email, headers: headers(), info: info() });
    expect(again).toEqual({
      ok: false,
      setCookies: [],
      error: { code: "TOO_MANY_REQUESTS", retryAfterSeconds: expect.any(Number) },
    });
    const code = wrongCode(codeFor(test_.mails, email));
    const sent = { email, code, headers: headers(asked.setCookies), info: info() };
    expect(await handleCodeForm(test_.auth, sent)).toMatchObject({
      ok: false,
      error: { code: "INVALID_OTP" },
    });
    const elsewhere = { ...sent, headers: headers() };
    expect(await handleCodeForm(test_.auth, elsewhere)).toMatchObject({
      ok: false,
      error: { code: "NO_CHALLENGE" },
    });
    const wrongAddress = { email: "x", headers: headers(), info: info() };
    expect(await handleEmailForm(test_.auth, wrongAddress)).toMatchObject({
      ok: false,
      error: { code: "INVALID_EMAIL" },
    });
  });

  test("a form sent by another site's page does nothing", async () => {
    const foreign = headers();
    foreign.set("origin", "https://evil.example");
    const sent = { email: randomEmail(), headers: foreign, info: info() };
    expect(await handleEmailForm(test_.auth, sent)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ORIGIN" },
    });
  });
});

describe("where signing up is off", () => {
  test("an unknown address gets a code too, and only who proves it learns that it has no account", async () => {
    const email = randomEmail();
    const asked = await handleEmailForm(closed.auth, { email, headers: headers(), info: info() });
    expect(asked.ok).toBe(true);
    const code = codeFor(closed.mails, email);
    const sent = { email, headers: headers(asked.setCookies), info: info() };
    const wrong = await handleCodeForm(closed.auth, { ...sent, code: wrongCode(code) });
    expect(wrong).toMatchObject({ error: { code: "INVALID_OTP" } });
    const right = await handleCodeForm(closed.auth, { ...sent, code });
    expect(right).toMatchObject({ ok: false, error: { code: "SIGNUP_DISABLED" } });
    expect(right.setCookies).toEqual([]);
    const { rows } = await closed.database.pool.query(`select from "user"`);
    expect(rows).toHaveLength(0);
  });

  test("who has an account signs in as ever", async () => {
    const email = randomEmail();
    await closed.database.pool.query(`insert into "user" (email, email_verified) values ($1, true)`, [email]);
    const asked = await handleEmailForm(closed.auth, { email, headers: headers(), info: info() });
    const code = codeFor(closed.mails, email);
    const sent = { email, code, headers: headers(asked.setCookies), info: info() };
    expect((await handleCodeForm(closed.auth, sent)).ok).toBe(true);
  });
});
