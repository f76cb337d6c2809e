import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { connect } from "#server/database/connect.ts";
import { refundLimit, consumeLimit } from "#server/limits/rate-limit.ts";
import { session } from "../../table.ts";
import {
  anotherInstance,
  codeFor,
  cookieNames,
  createBrowser,
  passTime as letTimePass,
  randomAddress,
  randomEmail,
  signIn,
  testAuth,
  wrongCode,
} from "../../testing.ts";
import { clientAttemptLimit, mailboxOf } from "./rate-limits.ts";

const env = testAuth();

const passTime = (seconds: number) => letTimePass(env.database, seconds);

const limited = { status: 429, body: { code: "TOO_MANY_REQUESTS" } };
const retryAfter = (response: { headers: Headers }) => Number(response.headers.get("retry-after"));

/** An email of a domain that no other test uses. */
const emailElsewhere = () => `ada@${randomUUID()}.example`;

const mailsTo = (email: string) => env.mails.filter((mail) => mailboxOf(mail.email) === email).length;

describe("requesting codes", () => {
  test("works once a minute for an email from one client, and the sent code stays valid", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const code = codeFor(env.mails, email);
    const again = await browser.requestCode(email);
    expect(again).toMatchObject(limited);
    expect(retryAfter(again)).toBeGreaterThan(55);
    expect(retryAfter(again)).toBeLessThanOrEqual(60);
    const sameClient = createBrowser(env.auth, browser.clientAddress);
    expect(await sameClient.requestCode(email.toUpperCase())).toMatchObject(limited);
    expect((await createBrowser(env.auth).requestCode(email)).status).toBe(200);
    expect((await browser.verifyCode(email, code)).status).toBe(200);
  });

  test("that is rejected leads to the link in the last mail, in the log of a server with the embedded mailbox", async () => {
    const lines: unknown[] = [];
    const info = (...line: unknown[]) => void lines.push(...line);
    const log = { error: info, warn: () => undefined, info, debug: () => undefined };
    const email = randomEmail();
    for (const smtpUrl of ["smtp://mail.example.org", undefined]) {
      const auth = anotherInstance(env, { log, smtpUrl });
      const clientAddress = randomAddress();
      await createBrowser(auth, clientAddress).requestCode(email);
      expect(await createBrowser(auth, clientAddress).requestCode(email)).toMatchObject(limited);
    }
    expect(lines).toEqual([
      `Too many codes for ${email}: its last mail has a link that sends a new one at once, http://localhost:3000/dev/mailbox`,
    ]);
  });

  test("works six times an hour for an email from one client", async () => {
    const email = randomEmail();
    const clientAddress = randomAddress();
    for (let i = 0; i < 6; i++) {
      expect((await createBrowser(env.auth, clientAddress).requestCode(email)).status).toBe(200);
      await passTime(60);
    }
    const seventh = await createBrowser(env.auth, clientAddress).requestCode(email);
    expect(seventh).toMatchObject(limited);
    expect(retryAfter(seventh)).toBeGreaterThan(3_000);
    expect(mailsTo(email)).toBe(6);
  });

  test("works twenty times an hour for an email from all clients", async () => {
    const email = randomEmail();
    for (let i = 0; i < 20; i++) {
      expect((await createBrowser(env.auth).requestCode(email)).status).toBe(200);
    }
    const next = await createBrowser(env.auth).requestCode(email);
    expect(next).toMatchObject(limited);
    expect(retryAfter(next)).toBeGreaterThan(3_000);
    expect(mailsTo(email)).toBe(20);
    await passTime(3_600);
    expect((await createBrowser(env.auth).requestCode(email)).status).toBe(200);
  });

  test("sends one mail for twenty tags of an email at once from one client, and twenty from all", async () => {
    const email = randomEmail();
    const tagged = (tag: number) => email.replace("@", `+${tag}@`);
    const clientAddress = randomAddress();
    const requestFrom = (address: string | undefined) => (_: unknown, tag: number) =>
      createBrowser(env.auth, address).requestCode(tagged(tag));
    await Promise.all(Array.from({ length: 20 }, requestFrom(clientAddress)));
    expect(mailsTo(email)).toBe(1);
    await Promise.all(Array.from({ length: 40 }, requestFrom(undefined)));
    expect(mailsTo(email)).toBe(20);
  });

  test("works thirty times in 10 minutes for a mail domain from one client; other clients aren't affected", async () => {
    const clientAddress = randomAddress();
    const domain = `${randomUUID()}.example`;
    const request = (name: number, address?: string) =>
      createBrowser(env.auth, address).requestCode(`${name}@${domain}`);
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await request(i, clientAddress)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await createBrowser(env.auth, clientAddress).requestCode(emailElsewhere())).status).toBe(200);
    expect((await request(31)).status).toBe(200);
  });

  test("works sixty times in 10 minutes for a client, whatever it claims to be; others aren't affected", async () => {
    const browser = createBrowser(env.auth);
    for (let i = 0; i < 60; i++) {
      const body = { email: emailElsewhere(), type: "sign-in" };
      const forged = { "x-forwarded-for": `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
      expect((await browser.post("/email-otp/send-verification-otp", body, forged)).status).toBe(200);
    }
    const email = emailElsewhere();
    expect(await browser.requestCode(email)).toMatchObject(limited);
    // The rejected client didn't consume the email's limit.
    expect((await createBrowser(env.auth).requestCode(email)).status).toBe(200);
  });

  test("an IPv6 client is its network of 64 bits", async () => {
    const requestFrom = (clientAddress: string) =>
      createBrowser(env.auth, clientAddress).requestCode(emailElsewhere());
    const responses = [];
    for (let i = 1; i <= 61; i++)
      responses.push(await requestFrom(`2001:db8:1:2:${i.toString(16)}::${i.toString(16)}`));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(responses.at(-1)).toMatchObject(limited);
    expect((await requestFrom("2001:db8:1:3::1")).status).toBe(200);
  });

  test("sends one mail for a client's concurrent requests on two instances, and twenty for all clients'", async () => {
    const pool = connect(env.database.connection, { max: 10 });
    const instances = [env.auth, anotherInstance({ database: pool, mails: env.mails })];
    const email = randomEmail();
    const clientAddress = randomAddress();
    const requestAtOnce = (address?: string) =>
      Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          createBrowser(instances[i % 2] ?? env.auth, address).requestCode(email),
        ),
      );
    const ofOne = await requestAtOnce(clientAddress);
    expect(ofOne.filter(({ status }) => status === 200)).toHaveLength(1);
    const ofAll = await requestAtOnce();
    await pool.close();
    expect(ofAll.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(mailsTo(email)).toBe(20);
  });

  test("no sequence of requests by strangers exceeds a limit", async () => {
    const request = fc.record({
      client: fc.integer({ min: 0, max: 9 }),
      tag: fc.constantFrom("", "+1", "+2", "+a+b"),
      secondsAfter: fc.constantFrom(0, 1, 30, 59, 60, 61, 600),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 20, maxLength: 40 }), async (requests) => {
        await env.database.sql.execute(sql`delete from budget`);
        const email = randomEmail();
        const clients = Array.from({ length: 10 }, randomAddress);
        const sent: { client: number; at: number }[] = [];
        let now = 0;
        for (const { client, tag, secondsAfter } of requests) {
          if (secondsAfter > 0) await passTime(secondsAfter);
          now += secondsAfter;
          const browser = createBrowser(env.auth, clients[client]);
          const { status } = await browser.requestCode(email.replace("@", `${tag}@`));
          if (status === 200) sent.push({ client, at: now });
        }
        expect(mailsTo(email)).toBe(sent.length);
        for (const { client, at } of sent) {
          const within = (seconds: number) => sent.filter((each) => each.at >= at && each.at < at + seconds);
          const ofClient = (seconds: number) => within(seconds).filter((each) => each.client === client);
          expect(ofClient(60)).toHaveLength(1);
          expect(ofClient(3_600).length).toBeLessThanOrEqual(6);
          expect(within(3_600).length).toBeLessThanOrEqual(20);
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe("wrong codes", () => {
  /** Creates browsers that have each requested a code for an email. */
  async function createBrowsersWithCodes(email: string, count: number) {
    const browsers = [];
    for (let i = 0; i < count; i++) {
      const browser = createBrowser(env.auth);
      await browser.requestCode(email);
      browsers.push({ browser, code: codeFor(env.mails, email) });
      await passTime(60);
    }
    return browsers;
  }

  test("are limited to twenty an hour for an email over all its codes; then the right one is rejected too", async () => {
    const email = randomEmail();
    const browsers = await createBrowsersWithCodes(email, 6);
    const responses: string[] = [];
    for (const { browser, code } of browsers.slice(0, 5)) {
      for (let i = 1; i <= 4; i++) {
        const { body } = await browser.verifyCode(email, wrongCode(code, i));
        responses.push((body as { code: string }).code);
      }
    }
    expect(responses).toEqual(Array(20).fill("INVALID_OTP"));
    const last = browsers[5];
    const response = await last?.browser.verifyCode(email, last.code);
    expect(response).toMatchObject(limited);
    await passTime(3_600);
    await last?.browser.requestCode(email);
    expect((await last?.browser.verifyCode(email, codeFor(env.mails, email)))?.status).toBe(200);
  });

  test("stay limited after a new code", async () => {
    const email = randomEmail();
    let wrong = 0;
    for (let code = 0; code < 6; code++) {
      const browser = createBrowser(env.auth);
      await browser.requestCode(email);
      for (let i = 1; i <= 5; i++) {
        const { status } = await browser.verifyCode(email, wrongCode(codeFor(env.mails, email), i));
        if (status !== 429) wrong++;
      }
      await passTime(60);
    }
    expect(wrong).toBe(20);
  });

  test("are compared at most five times a code, also 200 at once on two instances", async () => {
    const pool = connect(env.database.connection, { max: 20 });
    const other = anotherInstance({ database: pool, mails: env.mails });
    const email = randomEmail();
    const browsers = await createBrowsersWithCodes(email, 2);
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const { browser, code } = browsers[i % 2] ??
          browsers[0] ?? { browser: createBrowser(env.auth), code: "" };
        const at = createBrowser(i % 3 ? other : env.auth);
        at.jar.set(cookieNames.challenge, browser.jar.get(cookieNames.challenge) ?? "");
        return at.verifyCode(email, wrongCode(code, i + 1));
      }),
    );
    await pool.close();
    const codes = responses.map(({ body }) => (body as { code: string }).code);
    expect(codes.every((code) => /^(INVALID_OTP|TOO_MANY_ATTEMPTS|TOO_MANY_REQUESTS)$/.test(code))).toBe(
      true,
    );
    const { rows } = await env.database.sql.execute<{ attempts: number }>(
      sql`select attempts from sign_in_code where email = ${email}`,
    );
    const attempts = rows.map((row) => row.attempts);
    expect(Math.max(...attempts)).toBe(5);
    expect(codes.filter((code) => code === "INVALID_OTP").length).toBe(
      attempts.reduce((sum, count) => sum + Math.min(count, 4), 0),
    );
    expect(attempts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(10);
  });

  test("are limited to a hundred in 10 minutes for a client, over all emails", async () => {
    const clientAddress = "198.51.100.7";
    let wrong = 0;
    for (let i = 0; i < 22; i++) {
      const email = randomEmail();
      const browser = createBrowser(env.auth, clientAddress);
      await browser.requestCode(email);
      const code = codeFor(env.mails, email);
      for (let attempt = 1; attempt <= 5; attempt++) {
        const response = await browser.verifyCode(email, wrongCode(code, attempt));
        if (response.status === 429) expect(response).toMatchObject(limited);
        else wrong++;
      }
    }
    expect(wrong).toBe(100);
  });

  test("don't include right codes; expired codes count for the client only", async () => {
    const email = randomEmail();
    const browser = createBrowser(env.auth);
    await browser.requestCode(email);
    const jar = browser.cookies();
    const code = codeFor(env.mails, email);
    expect((await browser.verifyCode(email, code)).status).toBe(200);
    const all = { ...clientAttemptLimit(browser), cost: 100 };
    expect((await consumeLimit(env.database, all)).allowed).toBe(true);
    await refundLimit(env.database, all);
    for (let i = 0; i < 30; i++) {
      const response = await browser.post("/sign-in/email-otp", { email, otp: code }, { cookie: jar });
      expect(response.body).toMatchObject({ code: "OTP_EXPIRED" });
    }
    await passTime(60);
    const other = createBrowser(env.auth);
    await other.requestCode(email);
    expect((await other.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
  });

  test("without the challenge don't consume the email's limit", async () => {
    const email = randomEmail();
    const own = createBrowser(env.auth);
    await own.requestCode(email);
    const stranger = createBrowser(env.auth);
    await stranger.requestCode(randomEmail());
    for (let i = 0; i < 40; i++) {
      expect((await stranger.verifyCode(email, String(100_000 + i))).body).toMatchObject({
        code: "NO_CHALLENGE",
      });
    }
    expect((await own.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
  });
});

/** Reaches the limits of an email that strangers can reach. */
async function attack(email: string) {
  for (let i = 0; i < 20; i++) {
    const stranger = createBrowser(env.auth);
    await stranger.requestCode(email);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await stranger.verifyCode(email, wrongCode(codeFor(env.mails, email), attempt));
    }
  }
  expect(await createBrowser(env.auth).requestCode(email)).toMatchObject(limited);
}

describe("a browser that has signed in with an email before", () => {
  test("is not locked out by strangers who reach the email's limits and its client's", async () => {
    const { browser, email } = await signIn(env);
    await browser.post("/sign-out");
    await attack(email);
    const neighbor = createBrowser(env.auth, browser.clientAddress);
    for (let i = 0; i < 60; i++) await neighbor.requestCode(emailElsewhere());
    expect(await neighbor.requestCode(emailElsewhere())).toMatchObject(limited);
    for (let i = 0; i < 100; i++) await consumeLimit(env.database, clientAttemptLimit(browser));
    expect((await browser.requestCode(email)).status).toBe(200);
    expect((await browser.verifyCode(email, codeFor(env.mails, email))).status).toBe(200);
  });

  test("has a limit of its own", async () => {
    const { browser, email } = await signIn(env);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      expect((await browser.requestCode(email)).status).toBe(200);
      expect(await browser.requestCode(email)).toMatchObject(limited);
      for (let attempt = 1; attempt <= 5; attempt++) {
        const response = await browser.verifyCode(email, wrongCode(codeFor(env.mails, email), attempt));
        statuses.push(response.status);
      }
      await passTime(60);
    }
    expect(statuses.map((status) => status === 429)).toEqual([
      ...Array(10).fill(false),
      ...Array(5).fill(true),
    ]);
  });

  test("shares twenty mails an hour with the other browsers that have", async () => {
    const email = randomEmail();
    const browsers = [];
    for (let i = 0; i < 5; i++) browsers.push((await signIn(env, email)).browser);
    const before = mailsTo(email);
    for (let i = 0; i < 6; i++) {
      await Promise.all(browsers.map((browser) => browser.requestCode(email)));
      await passTime(60);
    }
    expect(mailsTo(email) - before).toBe(20);
  });

  /** Whether a browser has limits of its own, which its client has not. */
  async function isKnown(browser: ReturnType<typeof createBrowser>, email: string) {
    await createBrowser(env.auth, browser.clientAddress).requestCode(email);
    return (await browser.requestCode(email)).status === 200;
  }

  test("is known for the last five emails it signed in with, and no others", async () => {
    const browser = createBrowser(env.auth);
    const emails = Array.from({ length: 6 }, randomEmail);
    for (const email of emails) await signIn(env, email, browser);
    await passTime(60);
    expect(await isKnown(browser, emails[0] ?? "")).toBe(false);
    for (const email of emails.slice(1)) expect(await isKnown(browser, email)).toBe(true);
    expect(await isKnown(browser, randomEmail())).toBe(false);
    expect(await isKnown(browser, emails[5]?.replace("@", "+tag@") ?? "")).toBe(false);
  });

  test("can't be forged or used for another email", async () => {
    const { browser, email } = await signIn(env);
    const cookie = browser.jar.get(cookieNames.browser) ?? "";
    const [id, hash] = cookie.split(".");
    expect(cookie).not.toContain(email);
    const victim = randomEmail();
    for (const forged of [
      cookie,
      `${id}.${hash}.${hash}`,
      `${crypto.randomUUID()}.${hash}`,
      id ?? "",
      "x".repeat(5_000),
    ]) {
      const forger = createBrowser(env.auth);
      forger.jar.set(cookieNames.browser, forged);
      expect(await isKnown(forger, victim)).toBe(false);
    }
  });
});

test("100 users sign in at once: each gets one session, their own", async () => {
  const pool = connect(env.database.connection, { max: 10 });
  const auth = anotherInstance({ database: pool, mails: env.mails });
  let waiting = 0;
  pool.pool.on("acquire", () => (waiting = Math.max(waiting, pool.pool.waitingCount)));
  const began = performance.now();
  const users = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const start = performance.now();
      const { browser, email, response } = await signIn({ auth, mails: env.mails });
      return { browser, email, status: response.status, took: performance.now() - start };
    }),
  );
  const slowest = Math.max(...users.map(({ took }) => took));
  process.stdout.write(
    `100 users signed in within ${Math.round(performance.now() - began)} ms, the slowest in ${Math.round(slowest)} ms\n`,
  );
  // Some database connections are always left for other requests.
  expect(waiting).toBe(0);
  for (const { browser, email, status } of users) {
    expect(status).toBe(200);
    const { body } = await browser.get("/get-session");
    expect(body).toMatchObject({ user: { email } });
    const sessions = await pool.sql
      .select({ id: session.id })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(eq(user.email, email));
    expect(sessions).toHaveLength(1);
  }
  await pool.close();
});
