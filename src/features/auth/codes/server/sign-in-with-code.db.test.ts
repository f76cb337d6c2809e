import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { session, signInCode } from "../../table.ts";
import {
  anotherInstance,
  codeFor,
  cookieNames,
  createBrowser,
  randomEmail,
  signIn,
  testAuth,
  wrongCode,
} from "../../testing.ts";
import { otherLanguage } from "../../../../../testing/languages.ts";

const env = testAuth();

const sessionsOf = (email: string) =>
  env.database.sql
    .select({ id: session.id, ipAddress: session.ipAddress, userAgent: session.userAgent })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email));

describe("the right code", () => {
  test("signs a new user in: an account without a name, verified, with the role user", async () => {
    const { browser, email, response } = await signIn(env);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      user: { id: expect.any(String), name: null, email, emailVerified: true, onboardedAt: null },
    });
    const { body } = await browser.get("/get-session");
    expect(body).toMatchObject({ user: { email, role: "user" } });
  });

  test("signs a user in to their existing account", async () => {
    const first = await signIn(env);
    await env.database.sql.execute(sql`delete from budget`);
    const second = await signIn(env, first.email);
    expect(second.response.status).toBe(200);
    expect(second.response.body).toEqual(first.response.body);
    expect(await sessionsOf(first.email)).toHaveLength(2);
  });

  test("is accepted with spaces, hyphens and in Arabic-Indic digits, for an email in capitals", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(` ${email.toUpperCase()} `);
    const typed = codeFor(env.mails, email)
      .replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
      .replace(/^(...)/, " $1 - ");
    const response = await browser.verifyCode(email.toUpperCase(), typed);
    expect(response.body).toMatchObject({ user: { email } });
  });

  test("stores the network address and the browser with the session", async () => {
    const { email, browser } = await signIn(env);
    expect(await sessionsOf(email)).toEqual([
      { id: expect.any(String), ipAddress: browser.clientAddress, userAgent: "Test/1.0" },
    ]);
  });

  test("works once", async () => {
    const { email, browser } = await signIn(env);
    const challenge = createBrowser(env.auth);
    for (const [name, value] of browser.jar) challenge.jar.set(name, value);
    await challenge.post("/sign-out");
    expect((await browser.verifyCode(email, codeFor(env.mails, email))).body).toMatchObject({
      code: "NO_CHALLENGE",
    });
  });

  test("works once even if the browser keeps its challenge", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const jar = new Map(browser.jar);
    await browser.verifyCode(email, codeFor(env.mails, email));
    browser.jar.clear();
    for (const [name, value] of jar) browser.jar.set(name, value);
    const again = await browser.verifyCode(email, codeFor(env.mails, email));
    expect(again).toMatchObject({ status: 400, body: { code: "OTP_EXPIRED", message: "otp expired" } });
    expect(await sessionsOf(email)).toHaveLength(1);
  });

  test("creates one session for 50 concurrent attempts", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const jar = browser.cookies();
    const code = codeFor(env.mails, email);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser.post("/sign-in/email-otp", { email, otp: code }, { cookie: jar }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sessionsOf(email)).toHaveLength(1);
  });

  test("creates one account for two browsers at once", async () => {
    const email = randomEmail();
    const browsers = [createBrowser(env.auth), createBrowser(env.auth)];
    const codes: string[] = [];
    for (const browser of browsers) {
      await browser.requestCode(email);
      codes.push(codeFor(env.mails, email));
      await env.database.sql.execute(sql`delete from budget`);
    }
    const responses = await Promise.all(
      browsers.map((browser, i) => browser.verifyCode(email, codes[i] ?? "")),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await env.database.sql.select().from(user).where(eq(user.email, email))).toHaveLength(1);
    expect(await sessionsOf(email)).toHaveLength(2);
  });

  test("finds an account that another transaction is creating", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const other = await env.database.pool.connect();
    await other.query("begin");
    await other.query(`insert into "user" (email, role) values ($1, 'admin')`, [email]);
    const pending = browser.verifyCode(email, codeFor(env.mails, email));
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          "select from pg_locks where not granted and locktype = 'transactionid'",
        );
        return rows.length;
      })
      .toBe(1);
    await other.query("commit");
    other.release();
    expect((await pending).status).toBe(200);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email, role: "admin" } });
  });

  test("replaces the browser's previous session", async () => {
    const { browser, email } = await signIn(env);
    const [before] = await sessionsOf(email);
    const other = randomEmail();
    await signIn(env, other, browser);
    expect(await sessionsOf(email)).toEqual([]);
    const [after] = await sessionsOf(other);
    expect(after?.id).not.toBe(before?.id);
    expect((await browser.get("/get-session")).body).toMatchObject({ user: { email: other } });
  });

  // optional: social
  test("removes what was linked to an unverified account", async () => {
    const { browser, email, response } = await signIn(env);
    const { id } = (response.body as { user: { id: string } }).user;
    await env.database.sql.update(user).set({ emailVerified: false }).where(eq(user.id, id));
    await env.database.sql.execute(
      sql`insert into account (user_id, account_id, provider_id) values (${id}, 'someone', 'github')`,
    );
    await env.database.sql.execute(sql`delete from budget`);
    const again = await signIn(env, email);
    expect(again.response.body).toMatchObject({ user: { id, emailVerified: true } });
    expect((await browser.get("/get-session")).body).toBeNull();
    const { rows } = await env.database.sql.execute(sql`select from account where user_id = ${id}`);
    expect(rows).toHaveLength(0);
  });
  // end: social
});

describe("a wrong code", () => {
  test("is rejected, and the right one still works", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const code = codeFor(env.mails, email);
    expect(await browser.verifyCode(email, wrongCode(code))).toMatchObject({
      status: 400,
      body: { code: "INVALID_OTP", message: "invalid otp" },
    });
    expect((await browser.verifyCode(email, code)).status).toBe(200);
  });

  test("ends the code the fifth time, even for the right one", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const code = codeFor(env.mails, email);
    for (let i = 1; i < 5; i++) {
      expect((await browser.verifyCode(email, wrongCode(code, i))).body).toMatchObject({
        code: "INVALID_OTP",
      });
    }
    const fifth = await browser.verifyCode(email, wrongCode(code, 5));
    expect(fifth).toMatchObject({ status: 403, body: { code: "TOO_MANY_ATTEMPTS" } });
    expect((await browser.verifyCode(email, code)).body).toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    expect(await sessionsOf(email)).toEqual([]);
  });

  test.each([
    ["", "CODE_REQUIRED"],
    ["12345", "CODE_LENGTH"],
    ["1234567", "CODE_LENGTH"],
    ["abcdef", "CODE_LENGTH"],
  ])("%j gets %s, and counts as no attempt", async (typed, expected) => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    for (let i = 0; i < 6; i++) {
      expect((await browser.verifyCode(email, typed)).body).toMatchObject({ code: expected });
    }
    expect((await browser.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
  });
});

test("an expired code is reported as such", async () => {
  const email = randomEmail();
  const browser = createBrowser(env.auth);
  await browser.requestCode(email);
  const [stored] = await env.database.sql.select().from(signInCode).where(eq(signInCode.email, email));
  expect(Number(stored?.expiresAt) - Number(stored?.createdAt)).toBe(10 * 60_000);
  await env.database.sql
    .update(signInCode)
    .set({ expiresAt: sql`now()` })
    .where(eq(signInCode.email, email));
  const response = await browser.verifyCode(email, codeFor(env.mails, email));
  expect(response).toMatchObject({ status: 400, body: { code: "OTP_EXPIRED" } });
});

describe("a code belongs to the browser that requested it", () => {
  test("another browser can neither use nor end it", async () => {
    const email = randomEmail();
    const [a, b] = [createBrowser(env.auth), createBrowser(env.auth)];
    await a.requestCode(email);
    const code = codeFor(env.mails, email);
    for (let i = 0; i < 30; i++) {
      const response = await b.verifyCode(email, i % 2 ? code : wrongCode(code, i + 1));
      expect(response).toMatchObject({ status: 400, body: { code: "NO_CHALLENGE" } });
    }
    expect((await a.verifyCode(email, code)).status).toBe(200);
  });

  test("another browser's request for the same email doesn't affect it", async () => {
    const email = randomEmail();
    const [a, b] = [createBrowser(env.auth), createBrowser(env.auth)];
    await a.requestCode(email);
    const code = codeFor(env.mails, email);
    await env.database.sql.execute(sql`delete from budget`);
    await b.requestCode(email);
    const otherCode = codeFor(env.mails, email);
    if (otherCode !== code) {
      expect((await b.verifyCode(email, code)).body).toMatchObject({ code: "INVALID_OTP" });
      expect((await a.verifyCode(email, otherCode)).body).toMatchObject({ code: "INVALID_OTP" });
    }
    expect((await a.verifyCode(email, code)).status).toBe(200);
    expect((await b.verifyCode(email, otherCode)).status).toBe(200);
  });

  test("it works for one email only", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const code = codeFor(env.mails, email);
    const other = await browser.verifyCode(randomEmail(), code);
    expect(other.body).toMatchObject({ code: "NO_CHALLENGE" });
    expect((await browser.verifyCode(email, code)).status).toBe(200);
  });

  test("a challenge without our signature is ignored", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const code = codeFor(env.mails, email);
    const [id = "", hash = ""] = browser.jar.get(cookieNames.challenge)?.split(".") ?? [];
    for (const forged of [
      id,
      `${id}.`,
      `${id}.${hash.slice(1)}`,
      `${crypto.randomUUID()}.${hash}`,
      `x.${hash}`,
      `${id}.${hash.toUpperCase()}`,
    ]) {
      const response = await browser.post(
        "/sign-in/email-otp",
        { email, otp: code },
        { cookie: `${cookieNames.challenge}=${forged}` },
      );
      expect(response.body).toMatchObject({ code: "NO_CHALLENGE" });
    }
  });

  test("scripts can't read its challenge, and other sites' pages don't send it", async () => {
    const { setCookies } = await createBrowser(env.auth).requestCode(randomEmail());
    expect(setCookies).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^${cookieNames.challenge}=[\w.-]+; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax$`,
        ),
      ),
    ]);
  });
});

test("with sign-up off, an unknown email gets a code too, and only entering it reveals that there is no account", async () => {
  const browser = createBrowser(anotherInstance(env, { auth: { signUp: false } }));
  const email = randomEmail();
  expect((await browser.requestCode(email)).status).toBe(200);
  const code = codeFor(env.mails, email);
  expect((await browser.verifyCode(email, wrongCode(code))).body).toMatchObject({ code: "INVALID_OTP" });
  const rejected = await browser.verifyCode(email, code);
  expect(rejected).toMatchObject({ status: 403, body: { code: "SIGNUP_DISABLED" } });
  expect(await env.database.sql.select().from(user).where(eq(user.email, email))).toEqual([]);
});

describe("what a stranger can observe", () => {
  test("is the same for a known, an unknown and a banned email, as are the statements", async () => {
    const { email: known } = await signIn(env);
    const { email: banned } = await signIn(env);
    await env.database.sql.update(user).set({ banned: true }).where(eq(user.email, banned));
    await env.database.sql.execute(sql`delete from budget`);

    const seen = [];
    for (const email of [known, randomEmail(), banned]) {
      const statements: string[] = [];
      const mailsBefore = env.mails.filter((mail) => mail.email === email).length;
      const browser = createBrowser(env.auth);
      const stop = recordStatements(statements);
      const asked = await browser.requestCode(email);
      const wrong = await browser.verifyCode(email, wrongCode(codeFor(env.mails, email)));
      const again = await browser.requestCode(email);
      stop();
      const shape = (text: string) => text.replaceAll(/=[\da-f-]{36}\.[\w-]{43}/g, "=…");
      seen.push({
        statements,
        mails: env.mails.filter((mail) => mail.email === email).length - mailsBefore,
        responses: [asked, wrong, again].map(({ status, body, headers }) => ({
          status,
          body,
          headers: [...headers].map(([name, value]) => [name, shape(value)]),
        })),
      });
    }
    expect(seen[0]?.responses.map(({ status }) => status)).toEqual([200, 400, 429]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    // No statement looks for an account.
    expect(seen[0]?.statements.filter((statement) => statement.includes("sign_in_code"))).toHaveLength(3);
    expect(seen[0]?.statements.filter((statement) => statement.includes('"user"'))).toEqual([]);
  });

  function recordStatements(statements: string[]): () => void {
    const { pool } = env.database;
    const note = (client: { query: unknown }) => {
      const query = client.query as (...parameters: unknown[]) => unknown;
      client.query = (...parameters: unknown[]) => {
        const [first] = parameters;
        statements.push(typeof first === "string" ? first : (first as { text: string }).text);
        return query.apply(client, parameters);
      };
      return () => void (client.query = query);
    };
    const undo: (() => void)[] = [];
    const acquired = (client: { query: unknown }) => undo.push(note(client));
    const released = () => undo.splice(0).forEach((restore) => restore());
    pool.on("acquire", acquired);
    pool.on("release", released);
    return () => {
      pool.off("acquire", acquired);
      pool.off("release", released);
    };
  }
});

describe("a banned user", () => {
  test("sees the ban only after a right code, and gets no session", async () => {
    const { email } = await signIn(env);
    await env.database.sql.update(user).set({ banned: true, banReason: "Spam" }).where(eq(user.email, email));
    await env.database.sql.execute(sql`delete from budget`);
    const { response, browser } = await signIn(env, email);
    expect(response).toMatchObject({
      status: 403,
      body: { code: "BANNED_USER", message: "You have been banned from this application" },
    });
    expect(browser.jar.has(cookieNames.session)).toBe(false);
    expect((await browser.verifyCode(email, codeFor(env.mails, email))).body).toMatchObject({
      code: "OTP_EXPIRED",
    });
  });

  test("can sign in after the ban expires", async () => {
    const { email } = await signIn(env);
    const over = { banned: true, banReason: "Spam", banExpires: new Date(Date.now() - 1_000) };
    await env.database.sql.update(user).set(over).where(eq(user.email, email));
    await env.database.sql.execute(sql`delete from budget`);
    expect((await signIn(env, email)).response.status).toBe(200);
    const [person] = await env.database.sql.select().from(user).where(eq(user.email, email));
    expect(person).toMatchObject({ banned: false, banReason: null, banExpires: null });
  });
});

test("an invalid email is rejected, and nothing is sent or stored", async () => {
  const browser = createBrowser(env.auth);
  const before = env.mails.length;
  for (const email of [
    "x",
    "a@b\r\nBcc: c@d.com",
    '"a"@example.com',
    `${"a".repeat(10_000)}@example.com`,
    "a@\u0430pple.com",
    "ä@example.com",
  ]) {
    expect(await browser.requestCode(email)).toMatchObject({ status: 400, body: { code: "INVALID_EMAIL" } });
  }
  expect(await browser.requestCode("")).toMatchObject({ status: 400, body: { code: "EMAIL_REQUIRED" } });
  expect(env.mails).toHaveLength(before);
});

test("the mail is in the user's language", async () => {
  const email = randomEmail();
  const body = { email, type: "sign-in" };
  await createBrowser(env.auth).post("/email-otp/send-verification-otp", body, {
    "accept-language": otherLanguage,
  });
  expect(env.mails.at(-1)).toMatchObject({ email, language: otherLanguage });
});

test("neither codes nor the tokens of cookies can be read from the database", async () => {
  const { email, browser } = await signIn(env);
  const { rows } = await env.database.sql.execute(sql`
    select (select json_agg(c) from sign_in_code c) as codes, (select json_agg(s) from session s) as sessions`);
  expect(JSON.stringify(rows)).not.toContain(`"${codeFor(env.mails, email)}"`);
  const [person] = await env.database.sql
    .select({ token: session.token })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email));
  // The token alone lacks the signature.
  const thief = createBrowser(env.auth);
  for (const value of [person?.token, `${person?.token}.`, `${person?.token}.${"A".repeat(43)}%3D`]) {
    thief.jar.set(cookieNames.session, value ?? "");
    expect((await thief.get("/get-session")).body).toBeNull();
  }
  thief.jar.set(cookieNames.session, browser.jar.get(cookieNames.session) ?? "");
  expect((await thief.get("/get-session")).body).toMatchObject({ user: { email } });
});
