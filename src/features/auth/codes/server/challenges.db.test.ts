import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInCode } from "../../table.ts";
import {
  anotherInstance,
  codeFor,
  cookieNames,
  createBrowser,
  passTime,
  randomEmail,
  testAuth,
  wrongCode,
} from "../../testing.ts";

const env = testAuth();

/** Requests a code and returns it, as a minute after the last one. */
async function request(browser: ReturnType<typeof createBrowser>, email: string): Promise<string> {
  await env.database.sql.execute(sql`delete from budget`);
  expect((await browser.requestCode(email)).status).toBe(200);
  return codeFor(env.mails, email);
}

const emails = (count: number) => Array.from({ length: count }, randomEmail);

/** A code that differs from all of these. */
function otherCode(...codes: string[]): string {
  const candidates = ["111111", "222222", "333333", "444444", "555555", "666666", "777777"];
  return candidates.find((code) => !codes.includes(code)) ?? "";
}

describe("codes for several emails in one browser", () => {
  test("work side by side, in any order", async () => {
    const browser = createBrowser(env.auth);
    const asked = emails(5);
    const codes = new Map<string, string>();
    for (const email of asked) codes.set(email, await request(browser, email));
    for (const email of [...asked.slice(2), ...asked.slice(0, 2)]) {
      const response = await browser.verifyCode(email, codes.get(email) ?? "");
      expect(response).toMatchObject({ status: 200, body: { user: { email } } });
    }
    expect(browser.jar.has(cookieNames.challenge)).toBe(false);
  });

  test("are five at most: the one that was requested first gives way, and another code can be requested for it", async () => {
    const browser = createBrowser(env.auth);
    const asked = emails(6);
    const codes: string[] = [];
    for (const email of asked) codes.push(await request(browser, email));
    const cookie = browser.jar.get(cookieNames.challenge) ?? "";
    expect(cookie.length).toBeLessThan(420);
    const [first = "", second = ""] = asked;
    expect((await browser.verifyCode(first, codes[0] ?? "")).body).toMatchObject({ code: "NO_CHALLENGE" });
    expect((await browser.verifyCode(second, codes[1] ?? "")).status).toBe(200);
    const code = await request(browser, first);
    expect((await browser.verifyCode(first, code)).status).toBe(200);
  });

  test("have attempts and expiries of their own", async () => {
    const browser = createBrowser(env.auth);
    const [a = "", b = "", c = ""] = emails(3);
    const codeOfA = await request(browser, a);
    const codeOfB = await request(browser, b);
    const codeOfC = await request(browser, c);
    for (let i = 1; i <= 5; i++) await browser.verifyCode(a, wrongCode(codeOfA, i));
    await env.database.sql
      .update(signInCode)
      .set({ expiresAt: sql`now()` })
      .where(eq(signInCode.email, c));
    expect((await browser.verifyCode(a, codeOfA)).body).toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    expect((await browser.verifyCode(c, codeOfC)).body).toMatchObject({ code: "OTP_EXPIRED" });
    expect((await browser.verifyCode(b, codeOfB)).status).toBe(200);
  });

  test("work for their own email only", async () => {
    const browser = createBrowser(env.auth);
    const [a = "", b = ""] = emails(2);
    const codeOfA = await request(browser, a);
    const codeOfB = await request(browser, b);
    if (codeOfA !== codeOfB)
      expect((await browser.verifyCode(a, codeOfB)).body).toMatchObject({ code: "INVALID_OTP" });
    expect((await browser.verifyCode(b, codeOfB)).status).toBe(200);
    expect((await browser.verifyCode(a, codeOfA)).status).toBe(200);
  });

  test("are found by the email in any spelling", async () => {
    const browser = createBrowser(env.auth);
    const name = crypto.randomUUID();
    const code = await request(browser, `${name}@xn--bcher-kva.example`);
    const codeOfTag = await request(browser, `${name}+books@xn--bcher-kva.example`);
    await request(browser, randomEmail());
    expect((await browser.verifyCode(` ${name.toUpperCase()}@Bücher.example`, code)).status).toBe(200);
    expect((await browser.verifyCode(`${name}+Books@bücher.example`, codeOfTag)).status).toBe(200);
  });

  test("stay when the link in a mail sends another one", async () => {
    const browser = createBrowser(env.auth);
    const [a = "", b = ""] = emails(2);
    const codeOfA = await request(browser, a);
    const codeOfB = await request(browser, b);
    const mail = env.mails.findLast(({ email }) => email === a);
    await browser.pressLinkButton("unlock", mail?.linkTokens.unlock ?? "");
    const newest = codeFor(env.mails, a);
    if (newest !== codeOfA)
      expect((await browser.verifyCode(a, codeOfA)).body).toMatchObject({ code: "REPLACED_CODE" });
    expect((await browser.verifyCode(a, newest)).status).toBe(200);
    expect((await browser.verifyCode(b, codeOfB)).status).toBe(200);
  });

  test("are one in an earlier build, the newest, and the one of an earlier build works", async () => {
    const browser = createBrowser(env.auth);
    const [a = "", b = ""] = emails(2);
    const codeOfA = await request(browser, a);
    const ofEarlierBuild = browser.jar.get(cookieNames.challenge) ?? "";
    expect(ofEarlierBuild).toMatch(/^[\da-f-]{36}\.[\w-]{43}$/);
    await request(browser, b);
    // An earlier build reads the first two parts.
    const [id = "", hash = ""] = browser.jar.get(cookieNames.challenge)?.split(".") ?? [];
    const [newest] = await env.database.sql.select().from(signInCode).where(eq(signInCode.email, b));
    expect(id).toBe(newest?.id);
    expect(env.auth.secrets.matches("sign-in challenge", `sign-in ${id} ${b}`, hash)).toBe(true);
    browser.jar.set(cookieNames.challenge, ofEarlierBuild);
    expect((await browser.verifyCode(a, codeOfA)).status).toBe(200);
  });

  test("are no more if the cookie was made longer", async () => {
    const browser = createBrowser(env.auth);
    const asked = emails(6);
    const cookies: string[] = [];
    let code = "";
    for (const email of asked) {
      code = await request(browser, email);
      cookies.push(browser.jar.get(cookieNames.challenge) ?? "");
      browser.jar.clear();
    }
    browser.jar.set(cookieNames.challenge, cookies.join("."));
    expect((await browser.verifyCode(asked[5] ?? "", code)).body).toMatchObject({ code: "NO_CHALLENGE" });
    for (const odd of ["", ".", "..", "a.b.c", "%", "%ff", "x".repeat(8_000), ".".repeat(8_000)]) {
      browser.jar.set(cookieNames.challenge, odd);
      expect((await browser.verifyCode(asked[0] ?? "", code)).body).toMatchObject({ code: "NO_CHALLENGE" });
    }
  });
});

describe("a code that a newer one replaced", () => {
  test("says when the newest was sent, uses up no attempt, and the newest works", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    const first = await request(browser, email);
    await request(browser, randomEmail());
    const second = await request(browser, email);
    const newest = await request(browser, email);
    const [stored] = await env.database.sql
      .select()
      .from(signInCode)
      .where(sql`${signInCode.email} = ${email} and jsonb_array_length(${signInCode.replaced}) = 2`);
    const instances = [env.auth, anotherInstance(env)].map((auth) => createBrowser(auth));
    for (let i = 0; i < 30; i++) {
      const replaced = i % 2 ? first : second;
      if (replaced === newest) continue;
      const at = instances[i % 2] ?? browser;
      at.jar.set(cookieNames.challenge, browser.jar.get(cookieNames.challenge) ?? "");
      expect(await at.verifyCode(email, replaced)).toMatchObject({
        status: 400,
        body: { code: "REPLACED_CODE", sentAt: stored?.createdAt.toISOString() },
      });
    }
    expect((await browser.verifyCode(email, newest)).status).toBe(200);
  });

  test("gives no further guesses: the fifth wrong code ends the newest, the replaced ones between them or not", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    const first = await request(browser, email);
    const newest = await request(browser, email);
    const wrong = otherCode(first, newest);
    const outcomes: unknown[] = [];
    for (const code of [wrong, first, wrong, first, wrong, first, wrong, first, wrong, first, newest])
      outcomes.push(((await browser.verifyCode(email, code)).body as { code: string }).code);
    const pair = ["INVALID_OTP", "REPLACED_CODE"];
    const ended = "TOO_MANY_ATTEMPTS";
    expect(outcomes).toEqual([...pair, ...pair, ...pair, ...pair, ended, ended, ended]);
  });

  test("counts for the client, within whose limit it can be entered again", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    const first = await request(browser, email);
    await request(browser, email);
    const statuses: number[] = [];
    for (let i = 0; i < 101; i++) statuses.push((await browser.verifyCode(email, first)).status);
    expect(statuses.lastIndexOf(400)).toBe(99);
    expect(statuses[100]).toBe(429);
  });

  test("is a wrong one in another browser, as is that browser's", async () => {
    const [a, b] = [createBrowser(env.auth), createBrowser(env.auth)];
    const email = randomEmail();
    const first = await request(a, email);
    await request(a, email);
    const ofB = await request(b, email);
    if (first !== ofB) expect((await b.verifyCode(email, first)).body).toMatchObject({ code: "INVALID_OTP" });
    expect((await a.verifyCode(email, ofB)).body).toMatchObject({ code: "INVALID_OTP" });
  });

  test("is remembered while it's one of the last five", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    const codes: string[] = [];
    for (let i = 0; i < 7; i++) codes.push(await request(browser, email));
    const [forgotten = "", remembered = ""] = codes;
    expect((await browser.verifyCode(email, remembered)).body).toMatchObject({ code: "REPLACED_CODE" });
    expect((await browser.verifyCode(email, forgotten)).body).toMatchObject({ code: "INVALID_OTP" });
  });

  test("has expired with the newest", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    const first = await request(browser, email);
    await request(browser, email);
    await passTime(env.database, 11 * 60);
    expect((await browser.verifyCode(email, first)).body).toMatchObject({ code: "OTP_EXPIRED" });
  });
});
