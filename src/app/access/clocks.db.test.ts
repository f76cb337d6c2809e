import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { createTestUsers, type TestUsers } from "#features/users/testing.ts";
import { databaseTime } from "#server/database/clock.ts";
import { shiftClock } from "../../../testing/shifted-clock.ts";
import { createTestAccounts } from "#features/auth/account/testing.ts";
import { createCodeMailer } from "#features/auth/mails/code-mailer.ts";
import { consumeChallenge, createChallenge } from "#features/auth/passkeys/server/challenge.ts"; // optional: passkeys
import { findSession } from "#features/auth/sessions/server/find-session.ts";
import { session } from "#features/auth/table.ts";
import {
  anotherInstance,
  codeFor,
  createBrowser,
  passTime,
  randomEmail,
  signIn,
  type TestAuth,
} from "#features/auth/testing.ts";
import { createAuth } from "#features/auth/server/auth.ts";

const behind = -15 * 60;
const ahead = 15 * 60;

let users: TestUsers;
let env: TestAuth;

beforeAll(async () => {
  users = await createTestUsers();
  const { database } = users;
  const mails: TestAuth["mails"] = [];
  env = { database, mails, auth: anotherInstance({ database, mails }) };
});
afterAll(() => users.database.drop());

/** Does something on an instance whose clock is some seconds ahead of the database's. */
async function on<Result>(skew: number, work: () => Promise<Result>): Promise<Result> {
  shiftClock(skew);
  try {
    return await work();
  } finally {
    shiftClock(0);
  }
}

const inSeconds = (seconds: number) => new Date(databaseTime().getTime() + seconds * 1_000);

describe.each([
  [behind, 0],
  [ahead, 0],
  [0, behind],
  [0, ahead],
])("between instances whose clocks are %i s and %i s ahead", (one, other) => {
  test("a code works for ten minutes", async () => {
    for (const [seconds, status] of [
      [590, 200],
      [601, 400],
    ] as const) {
      const [browser, email] = [createBrowser(env.auth), randomEmail()];
      await on(one, () => browser.requestCode(email));
      await passTime(env.database, seconds);
      const response = await on(other, () => browser.verifyCode(email, codeFor(env.mails, email)));
      expect(response.status).toBe(status);
    }
  });

  test("a session is found until it ends, and renewed after a day, with its cookie", async () => {
    const { browser, response } = await on(one, () => signIn(env));
    const { id } = (response.body as { user: { id: string } }).user;
    const own = eq(session.userId, id);
    const find = () => on(other, () => findSession({ ...env.auth, headers: browser.headers() }));
    const endIn = (seconds: number) =>
      env.database.sql
        .update(session)
        .set({ expiresAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(own);
    const day = 24 * 60 * 60;
    expect(response.setCookies.join()).toMatch(/\.session=\S+ Max-Age=(259200\d|259199\d);/);
    const used = await find();
    expect(used).not.toBeNull();
    await endIn(29 * day + 60);
    // Its last use is stored each ten minutes.
    expect(await find()).toMatchObject({ updatedAt: used?.updatedAt });
    expect((await find())?.renewedCookie).toBeUndefined();
    await endIn(29 * day - 60);
    expect((await find())?.renewedCookie).toMatch(/ Max-Age=(259200\d|259199\d);/);
    await env.database.sql.update(session).set({ tokenBefore: null }).where(own);
    await endIn(10);
    await env.database.sql
      .update(session)
      .set({ createdAt: sql`now() - interval '90 days' + interval '10 seconds'` })
      .where(own);
    expect(await find()).not.toBeNull();
    await endIn(0);
    expect(await find()).toBeNull();
  });

  test("a ban ends when it was to end", async () => {
    const admin = await users.addCaller("admin");
    const { browser, email, response } = await signIn(env);
    const { id } = (response.body as { user: { id: string } }).user;
    const ban = (until: Date) => on(one, () => users.as(admin).ban({ id, reason: null, until }));
    const outcome = () => on(other, () => signIn(env, email, browser));
    await expect(ban(inSeconds(-10))).rejects.toMatchObject({ code: "BAN_END_PAST" });
    await ban(inSeconds(30));
    await passTime(env.database, 60 * 60);
    expect((await outcome()).response.body).toMatchObject({ code: "BANNED_USER" });
    const impersonate = () => on(other, () => users.as(admin).impersonate({ id })); // optional: impersonation
    await expect(impersonate()).rejects.toMatchObject({ code: "USER_BANNED" }); // optional: impersonation
    await env.database.sql
      .update(user)
      .set({ banExpires: sql`now() - interval '1 second'` })
      .where(eq(user.id, id));
    await impersonate(); // optional: impersonation
    await passTime(env.database, 60 * 60);
    expect((await outcome()).response.status).toBe(200);
  });

  test("what plugins of better-auth store ends when it was to end", async () => {
    const { internalAdapter } = await env.auth.betterAuth.$context;
    for (const [seconds, found] of [
      [590, { value: "something" }],
      [601, null],
    ] as const) {
      const identifier = randomEmail();
      await on(one, () => {
        const expiresAt = new Date(Date.now() + 600_000);
        return internalAdapter.createVerificationValue({ identifier, value: "something", expiresAt });
      });
      await env.database.pool.query(
        "UPDATE verification SET expires_at = expires_at - make_interval(secs => $1)",
        [seconds],
      );
      const consumed = await on(other, () => internalAdapter.consumeVerificationValue(identifier));
      if (found) expect(consumed).toMatchObject(found);
      else expect(consumed).toBeNull();
    }
  });

  // optional: passkeys
  test("a challenge for a passkey is valid for five minutes", async () => {
    const { secrets, database } = env.auth;
    const make = () => on(one, () => Promise.resolve(createChallenge(secrets, "browser test")));
    const consume = (challenge: string) => {
      const data = Buffer.from(JSON.stringify({ challenge })).toString("base64url");
      return on(other, () => consumeChallenge({ database: database.sql, secrets }, "browser test", data));
    };
    const challenge = await make();
    expect(await consume(challenge)).toBe(challenge);
    const [inTime, late] = [await make(), await make()];
    const startedAt = performance.now();
    const now = vi.spyOn(performance, "now");
    onTestFinished(() => now.mockRestore());
    now.mockReturnValue(startedAt + 290_000);
    expect(await consume(inTime)).toBe(inTime);
    now.mockReturnValue(startedAt + 301_000);
    expect(await consume(late)).toBeUndefined();
  });
  // end: passkeys
});

/** The times in each column of the database, in minutes from now. */
async function storedTimes({ pool }: TestAuth["database"]): Promise<Record<string, number[]>> {
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `SELECT quote_ident(table_name) AS table, quote_ident(column_name) AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%' ORDER BY 1, 2`,
  );
  const times: Record<string, number[]> = {};
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ minutes: number }>(
      `SELECT DISTINCT round(extract(epoch FROM ${column} - now()) / 60)::int AS minutes FROM ${table}
       WHERE ${column} IS NOT NULL ORDER BY 1`,
    );
    if (rows.length > 0) times[`${table}.${column}`] = rows.map(({ minutes }) => minutes);
  }
  return times;
}

/** Does what stores times, with a process's clock that is some seconds ahead. @returns these times */
async function timesStoredOn(skew: number): Promise<Record<string, number[]>> {
  const { database, as, addCaller } = await createTestUsers();
  onTestFinished(database.drop);
  const accounts = await createTestAccounts(database);
  const person = await accounts.addUser("admin");
  const admin = await addCaller("admin");
  const mails: TestAuth["mails"] = [];
  const github = { clientId: "client", clientSecret: "secret" }; // optional: social
  const instance = anotherInstance(
    { database, mails },
    { auth: { github } }, // optional: social
  );
  const prepare = createCodeMailer({ secrets: instance.secrets, baseUrl: instance.config.baseUrl });
  const auth = createAuth({
    ...instance,
    prepareCodeMail: async (mail) => {
      mails.push(mail);
      return await prepare(mail);
    },
  });
  await on(skew, async () => {
    const [browser, email] = [createBrowser(auth), randomEmail()];
    await signIn({ auth, mails }, email, browser);
    await passTime(database, 60);
    const other = createBrowser(auth);
    await other.requestCode(email);
    await other.send(
      "POST",
      "/sign-in/email-otp",
      { email, otp: codeFor(mails, email) },
      { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    );
    await browser.post("/sign-in/social", { provider: "github" }); // optional: social
    const newEmail = randomEmail();
    await person.account.requestEmailChange({ email: newEmail });
    await person.account.changeEmail({ email: newEmail, code: await accounts.codeFor(newEmail) });
    await person.account.createKey({ name: "Script", permissions: ["user:list"], days: 30 }); // optional: api-keys
    const users = as(admin);
    const { id } = await users.create({ name: "New", email: randomEmail(), roles: ["user"] });
    await users.impersonate({ id }); // optional: impersonation
    await users.ban({ id, reason: null, until: inSeconds(86_400) });
  });
  return await storedTimes(database);
}

test("no stored time depends on the clock of the process", async () => {
  const expected = await timesStoredOn(0);
  expect(expected).toMatchObject({
    "sign_in_code.expires_at": [9, 10],
    "mail_queue.expires_at": [10, 3 * 24 * 60],
    "verification.expires_at": [10], // optional: social
    "api_key.expires_at": [30 * 24 * 60], // optional: api-keys
  });
  expect(await timesStoredOn(behind)).toEqual(expected);
  expect(await timesStoredOn(ahead)).toEqual(expected);
});
