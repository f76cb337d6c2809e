import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { connect } from "#server/database/connect.ts";
import { refundLimit, consumeLimit } from "#server/limits/rate-limit.ts";
import { clientAttemptLimit } from "./rate-limits.ts";
import { session } from "#features/auth/table.ts";
import {
  anotherInstance,
  codeFor,
  createBrowser,
  createTestAuth,
  randomEmail,
  signIn,
  type TestAuth,
  wrongCode,
} from "#features/auth/testing.ts";

let test_: TestAuth;

beforeAll(async () => {
  test_ = await createTestAuth();
});
afterAll(() => test_.database.drop());

/** Lets time pass for all budgets. */
const pass = (seconds: number) =>
  test_.database.sql.execute(sql`
    update budget set spent_at = array(select spent - make_interval(secs => ${seconds}) from unnest(spent_at) as spent)`);

const refused = { status: 429, body: { code: "TOO_MANY_REQUESTS" } };
const retryAfter = (answer: { headers: Headers }) => Number(answer.headers.get("retry-after"));

describe("asking for codes", () => {
  test("once a minute for an address, from wherever, and the code that was sent still works", async () => {
    const email = randomEmail();
    const browser = createBrowser(test_.auth);
    await browser.requestCode(email);
    const code = codeFor(test_.mails, email);
    const again = await browser.requestCode(email);
    expect(again).toMatchObject(refused);
    expect(retryAfter(again)).toBeGreaterThan(55);
    expect(retryAfter(again)).toBeLessThanOrEqual(60);
    expect(await createBrowser(test_.auth).requestCode(email.toUpperCase())).toMatchObject(refused);
    expect((await browser.verifyCode(email, code)).status).toBe(200);
  });

  test("six times an hour for an address; waiting a minute doesn't help then", async () => {
    const email = randomEmail();
    for (let i = 0; i < 6; i++) {
      expect((await createBrowser(test_.auth).requestCode(email)).status).toBe(200);
      await pass(60);
    }
    const seventh = await createBrowser(test_.auth).requestCode(email);
    expect(seventh).toMatchObject(refused);
    expect(retryAfter(seventh)).toBeGreaterThan(3_000);
    expect(test_.mails.filter((mail) => mail.email === email)).toHaveLength(6);
  });

  test("sixty times in 10 minutes for a client, whatever it claims to be; others are not held up", async () => {
    const browser = createBrowser(test_.auth);
    for (let i = 0; i < 60; i++) {
      const body = { email: randomEmail(), type: "sign-in" };
      const forged = { "x-forwarded-for": `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
      expect((await browser.post("/email-otp/send-verification-otp", body, forged)).status).toBe(200);
    }
    const email = randomEmail();
    expect(await browser.requestCode(email)).toMatchObject(refused);
    // The refused client spent nothing of the address's.
    expect((await createBrowser(test_.auth).requestCode(email)).status).toBe(200);
  });

  test("an IPv6 client is its network of 64 bits", async () => {
    const ask = (clientAddress: string) =>
      createBrowser(test_.auth, clientAddress).requestCode(randomEmail());
    const answers = [];
    for (let i = 1; i <= 61; i++)
      answers.push(await ask(`2001:db8:1:2:${i.toString(16)}::${i.toString(16)}`));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.at(-1)).toMatchObject(refused);
    expect((await ask("2001:db8:1:3::1")).status).toBe(200);
  });

  test("many at once, on two instances, send one mail to an address", async () => {
    const pool = connect(test_.database.connection, { max: 10 });
    const instances = [test_.auth, anotherInstance({ database: pool, mails: test_.mails })];
    const email = randomEmail();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => createBrowser(instances[i % 2] ?? test_.auth).requestCode(email)),
    );
    await pool.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(test_.mails.filter((mail) => mail.email === email)).toHaveLength(1);
  });
});

describe("wrong answers", () => {
  /** Browsers that have each asked for a code to an address. */
  async function browsersThatAsked(email: string, count: number) {
    const browsers = [];
    for (let i = 0; i < count; i++) {
      const browser = createBrowser(test_.auth);
      await browser.requestCode(email);
      browsers.push({ browser, code: codeFor(test_.mails, email) });
      await pass(60);
    }
    return browsers;
  }

  test("twenty an hour for an address, over all its codes; then not even the right one is compared", async () => {
    const email = randomEmail();
    const browsers = await browsersThatAsked(email, 6);
    const answers: string[] = [];
    for (const { browser, code } of browsers.slice(0, 5)) {
      for (let i = 1; i <= 4; i++) {
        const { body } = await browser.verifyCode(email, wrongCode(code, i));
        answers.push((body as { code: string }).code);
      }
    }
    expect(answers).toEqual(Array(20).fill("INVALID_OTP"));
    const last = browsers[5];
    const answer = await last?.browser.verifyCode(email, last.code);
    expect(answer).toMatchObject(refused);
    await pass(3_600);
    expect((await last?.browser.verifyCode(email, last.code))?.status).toBe(200);
  });

  test("a new code doesn't refill the budget", async () => {
    const email = randomEmail();
    let wrong = 0;
    for (let code = 0; code < 6; code++) {
      const browser = createBrowser(test_.auth);
      await browser.requestCode(email);
      for (let i = 1; i <= 5; i++) {
        const { status } = await browser.verifyCode(email, wrongCode(codeFor(test_.mails, email), i));
        if (status !== 429) wrong++;
      }
      await pass(60);
    }
    expect(wrong).toBe(20);
  });

  test("200 at once, with two codes, on two instances: at most five a code are compared", async () => {
    const pool = connect(test_.database.connection, { max: 20 });
    const other = anotherInstance({ database: pool, mails: test_.mails });
    const email = randomEmail();
    const browsers = await browsersThatAsked(email, 2);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => {
        const { browser, code } = browsers[i % 2] ??
          browsers[0] ?? { browser: createBrowser(test_.auth), code: "" };
        const at = createBrowser(i % 3 ? other : test_.auth);
        at.jar.set("flyleaf.challenge", browser.jar.get("flyleaf.challenge") ?? "");
        return at.verifyCode(email, wrongCode(code, i + 1));
      }),
    );
    await pool.close();
    const codes = answers.map(({ body }) => (body as { code: string }).code);
    expect(codes.every((code) => /^(INVALID_OTP|TOO_MANY_ATTEMPTS|TOO_MANY_REQUESTS)$/.test(code))).toBe(
      true,
    );
    const { rows } = await test_.database.sql.execute<{ attempts: number }>(
      sql`select attempts from sign_in_code where email = ${email}`,
    );
    const attempts = rows.map((row) => row.attempts);
    expect(Math.max(...attempts)).toBe(5);
    expect(codes.filter((code) => code === "INVALID_OTP").length).toBe(
      attempts.reduce((sum, count) => sum + Math.min(count, 4), 0),
    );
    expect(attempts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(10);
  });

  test("a hundred in 10 minutes for a client, over all addresses", async () => {
    const clientAddress = "198.51.100.7";
    let wrong = 0;
    for (let i = 0; i < 22; i++) {
      const email = randomEmail();
      const browser = createBrowser(test_.auth, clientAddress);
      await browser.requestCode(email);
      const code = codeFor(test_.mails, email);
      for (let attempt = 1; attempt <= 5; attempt++) {
        const answer = await browser.verifyCode(email, wrongCode(code, attempt));
        if (answer.status === 429) expect(answer).toMatchObject(refused);
        else wrong++;
      }
    }
    expect(wrong).toBe(100);
  });

  test("right ones are not counted, nor are answers to a code that is over counted to its address", async () => {
    const email = randomEmail();
    const browser = createBrowser(test_.auth);
    await browser.requestCode(email);
    const jar = browser.cookies();
    const code = codeFor(test_.mails, email);
    expect((await browser.verifyCode(email, code)).status).toBe(200);
    const asker = { clientAddress: browser.clientAddress, knownBrowser: undefined };
    const all = { ...clientAttemptLimit(asker), cost: 100 };
    expect((await consumeLimit(test_.database.sql, all)).allowed).toBe(true);
    await refundLimit(test_.database.sql, all);
    for (let i = 0; i < 30; i++) {
      const answer = await browser.post("/sign-in/email-otp", { email, otp: code }, { cookie: jar });
      expect(answer.body).toMatchObject({ code: "OTP_EXPIRED" });
    }
    await pass(60);
    const other = createBrowser(test_.auth);
    await other.requestCode(email);
    expect((await other.verifyCode(email, codeFor(test_.mails, email))).status).toBe(200);
  });

  test("without the challenge none of an address's is spent", async () => {
    const email = randomEmail();
    const own = createBrowser(test_.auth);
    await own.requestCode(email);
    const stranger = createBrowser(test_.auth);
    await stranger.requestCode(randomEmail());
    for (let i = 0; i < 40; i++) {
      expect((await stranger.verifyCode(email, String(100_000 + i))).body).toMatchObject({
        code: "NO_CHALLENGE",
      });
    }
    expect((await own.verifyCode(email, codeFor(test_.mails, email))).status).toBe(200);
  });
});

describe("a browser that has signed in to an address before", () => {
  test("is not locked out by a stranger who uses up the address's budgets", async () => {
    const { browser, email } = await signIn(test_);
    await browser.post("/sign-out");
    for (let i = 0; i < 6; i++) {
      const stranger = createBrowser(test_.auth);
      await stranger.requestCode(email);
      for (let attempt = 1; attempt <= 5; attempt++) {
        await stranger.verifyCode(email, wrongCode(codeFor(test_.mails, email), attempt));
      }
      await pass(60);
    }
    expect(await createBrowser(test_.auth).requestCode(email)).toMatchObject(refused);
    expect((await browser.requestCode(email)).status).toBe(200);
    expect((await browser.verifyCode(email, codeFor(test_.mails, email))).status).toBe(200);
  });

  test("has a small budget too", async () => {
    const { browser, email } = await signIn(test_);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) {
      expect((await browser.requestCode(email)).status).toBe(200);
      expect(await browser.requestCode(email)).toMatchObject(refused);
      for (let attempt = 1; attempt <= 5; attempt++) {
        const answer = await browser.verifyCode(email, wrongCode(codeFor(test_.mails, email), attempt));
        statuses.push(answer.status);
      }
      await pass(60);
    }
    expect(statuses.map((status) => status === 429)).toEqual([
      ...Array(10).fill(false),
      ...Array(5).fill(true),
    ]);
  });

  test("is known to its latest five addresses, and to none that it did not sign in to", async () => {
    const browser = createBrowser(test_.auth);
    const emails = Array.from({ length: 6 }, randomEmail);
    for (const email of emails) await signIn(test_, email, browser);
    const isKnown = async (email: string) => {
      await createBrowser(test_.auth).requestCode(email);
      const { status } = await browser.requestCode(email);
      await pass(60);
      return status === 200;
    };
    await pass(60);
    expect(await isKnown(emails[0] ?? "")).toBe(false);
    for (const email of emails.slice(1)) expect(await isKnown(email)).toBe(true);
    expect(await isKnown(randomEmail())).toBe(false);
  });

  test("can't be made up, nor taken over for another address", async () => {
    const { browser, email } = await signIn(test_);
    const cookie = browser.jar.get("flyleaf.browser") ?? "";
    const [id, hash] = cookie.split(".");
    expect(cookie).not.toContain(email);
    const victim = randomEmail();
    await createBrowser(test_.auth).requestCode(victim);
    for (const forged of [
      cookie,
      `${id}.${hash}.${hash}`,
      `${crypto.randomUUID()}.${hash}`,
      id ?? "",
      "x".repeat(5_000),
    ]) {
      const forger = createBrowser(test_.auth);
      forger.jar.set("flyleaf.browser", forged);
      expect(await forger.requestCode(victim)).toMatchObject(refused);
    }
  });
});

test("100 people sign in at once: each gets one session, their own", async () => {
  const pool = connect(test_.database.connection, { max: 10 });
  const auth = anotherInstance({ database: pool, mails: test_.mails });
  let waiting = 0;
  pool.pool.on("acquire", () => (waiting = Math.max(waiting, pool.pool.waitingCount)));
  const began = performance.now();
  const people = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const start = performance.now();
      const { browser, email, answer } = await signIn({ auth, mails: test_.mails });
      const { body } = await browser.get("/get-session");
      return { email, status: answer.status, body, took: performance.now() - start };
    }),
  );
  const slowest = Math.max(...people.map(({ took }) => took));
  process.stdout.write(
    `100 people signed in within ${Math.round(performance.now() - began)} ms, the slowest in ${Math.round(slowest)} ms\n`,
  );
  // However many come at once, some of the database's connections are left for everything else.
  expect(waiting).toBe(0);
  for (const { email, status, body } of people) {
    expect(status).toBe(200);
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
