import { createRouterClient } from "@orpc/server";
import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import type { OperationContext } from "#rpc/context.ts";
import { recordDenials } from "#rpc/record-denial.server.ts";
import { recordFailure } from "#server/activity/security-events.ts";
import { activity } from "#server/activity/table.ts";
import { createAuthenticator } from "../../../testing/authenticator.ts";
import { contextFor, createCaller, outcomeOf } from "../../../testing/context.ts";
import { recordLog } from "../../../testing/log-lines.ts";
import { api, testAccounts, type TestUser } from "./account/testing.ts";
import { authContract } from "./contract.ts";
import {
  anotherInstance,
  codeFor,
  createBrowser,
  testAuth,
  passTime,
  randomEmail,
  signIn,
  wrongCode,
} from "./testing.ts";

const { log, lines } = recordLog();
const env = testAuth({ log });
const accounts = testAccounts(env);

/** The newest entries, newest first, from the same client or by the same user. */
async function newest(from: { client: string } | { actorId: string }) {
  const isFrom =
    "client" in from ? eq(activity.clientAddress, from.client) : eq(activity.actorId, from.actorId);
  return await env.database.sql.select().from(activity).where(isFrom).orderBy(desc(activity.id));
}

const loggedFor = (client: string) => lines.filter((line) => line.client === client);

describe("signing in", () => {
  test("is recorded with its method and user, and a new account and device as such", async () => {
    const { browser, email } = await signIn(env);
    const [signedIn, signedUp] = await newest({ client: browser.clientAddress });
    const [person] = await env.database.sql.select().from(user).where(eq(user.email, email));
    const actor = { actorId: person?.id, actorEmail: email, requestId: "test", userAgent: "Test/1.0" };
    expect(signedUp).toMatchObject({ ...actor, action: "signUp", subjectType: "user", after: { email } });
    expect(signedIn).toMatchObject({ ...actor, action: "signIn", after: { method: "code" } });

    await passTime(env.database, 3_600);
    const elsewhere = createBrowser(env.auth);
    await elsewhere.requestCode(email);
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36" };
    await elsewhere.post("/sign-in/email-otp", { email, otp: codeFor(env.mails, email) }, agent);
    expect((await newest({ client: elsewhere.clientAddress }))[0]).toMatchObject({
      action: "signIn",
      after: { method: "code", isNewDevice: true },
    });
  });

  test("is logged with ids, and without emails and codes", async () => {
    const { browser, email } = await signIn(env);
    const [signedIn] = await newest({ client: browser.clientAddress });
    const logged = loggedFor(browser.clientAddress);
    expect(logged.map(({ event }) => event)).toEqual(["signUp", "signIn"]);
    expect(logged[1]).toMatchObject({
      level: 30,
      id: "test",
      user: signedIn?.actorId,
      subject: `session ${signedIn?.subjectId}`,
      method: "code",
    });
    expect(JSON.stringify(logged)).not.toContain(email);
    expect(JSON.stringify(logged)).not.toContain(codeFor(env.mails, email));
  });

  test("and failing is recorded with the email and the reason, and logged without the email", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    await browser.requestCode(email);
    await browser.verifyCode(email, wrongCode(codeFor(env.mails, email)));
    const [entry] = await newest({ client: browser.clientAddress });
    expect(entry).toMatchObject({
      actorId: null,
      action: "signInFailed",
      subjectName: email,
      after: { method: "code", reason: "INVALID_OTP" },
    });
    const logged = loggedFor(browser.clientAddress);
    expect(logged).toMatchObject([
      { level: 40, event: "signInFailed", method: "code", reason: "INVALID_OTP" },
    ]);
    expect(JSON.stringify(logged)).not.toContain(email);
  });

  test("as a banned user, or without an account while sign-up is off, is recorded once the code is right", async () => {
    const { email, browser } = await signIn(env);
    const [person] = await env.database.sql.select().from(user).where(eq(user.email, email));
    await env.database.sql.update(user).set({ banned: true }).where(eq(user.email, email));
    await passTime(env.database, 3_600);
    await signIn(env, email, browser);
    expect((await newest({ client: browser.clientAddress }))[0]).toMatchObject({
      actorId: person?.id,
      action: "signInFailed",
      after: { reason: "BANNED_USER" },
    });
    const closed = anotherInstance(env, { auth: { signUp: false }, log });
    const stranger = createBrowser(closed);
    await signIn({ auth: closed, mails: env.mails }, randomEmail(), stranger);
    expect((await newest({ client: stranger.clientAddress }))[0]).toMatchObject({
      actorId: null,
      after: { reason: "SIGNUP_DISABLED" },
    });
  });

  // optional: passkeys
  test("with a removed passkey is recorded", async () => {
    const browser = createBrowser(env.auth);
    const options = await browser.post("/passkey/generate-authenticate-options");
    const { challenge, rpId } = options.body as { challenge: string; rpId: string };
    // A passkey that its user has removed.
    const device = createAuthenticator();
    const person = await accounts.addUser();
    const { id } = await addPasskey(person, device);
    await person.account.removePasskey({ id });
    await browser.post("/passkey/verify-authentication", { response: device.get({ challenge, rpId }) });
    expect((await newest({ client: browser.clientAddress }))[0]).toMatchObject({
      action: "signInFailed",
      after: { method: "passkey", reason: "PASSKEY_NOT_FOUND" },
    });
  });
  // end: passkeys

  test("too often is recorded as an exceeded limit", async () => {
    const browser = createBrowser(env.auth);
    const email = randomEmail();
    await browser.requestCode(email);
    await browser.requestCode(email);
    expect((await newest({ client: browser.clientAddress }))[0]).toMatchObject({
      action: "rateLimitExceeded",
      subjectName: email,
    });
  });
});

test.each([
  ["/sign-out", "signOut"],
  ["/revoke-sessions", "revokeSessions"],
  ["/revoke-other-sessions", "revokeSessions"],
])("%s is recorded", async (path, action) => {
  const { browser } = await signIn(env);
  await browser.post(path);
  expect((await newest({ client: browser.clientAddress }))[0]).toMatchObject({
    action,
    subjectType: "session",
    actorId: expect.any(String),
  });
});

test("a new name by better-auth's own path is recorded", async () => {
  const { browser } = await signIn(env);
  await browser.post("/update-user", { name: "Ada" });
  expect((await newest({ client: browser.clientAddress }))[0]).toMatchObject({
    action: "update",
    subjectName: "Ada",
    after: { name: "Ada" },
  });
});

/** Strangers' failures are recorded within limits, and users' as well. */
describe("failures can't fill the table", () => {
  const failure = { event: "signInFailed", subject: { type: "session" } } as const;
  const countOf = () => env.database.sql.$count(activity, eq(activity.action, "signInFailed"));

  test("one client's are recorded up to 10 times in 10 minutes, and all are logged", async () => {
    const { log: ownLog, lines: ownLines } = recordLog();
    const before = await countOf();
    const context = { ...contextFor(env.database, null), clientAddress: "2001:db8::1", log: ownLog };
    for (let i = 0; i < 30; i++)
      await recordFailure(env.database.sql, { ...context, clientAddress: `2001:db8::${i}` }, failure);
    expect([(await countOf()) - before, ownLines.length]).toEqual([10, 30]);
  });

  test("those of any number of clients are recorded up to 500 times an hour", async () => {
    await passTime(env.database, 3_600);
    const before = await countOf();
    const context = contextFor(env.database, null);
    const fail = (client: number) =>
      recordFailure(env.database.sql, { ...context, clientAddress: `198.51.${client}.1` }, failure);
    for (let client = 0; client < 60; client++)
      await Promise.all(Array.from({ length: 10 }, () => fail(client)));
    expect((await countOf()) - before).toBe(500);
    await passTime(env.database, 3_600);
  });
});

describe("a denied operation", () => {
  function clientOf(context: OperationContext) {
    return createRouterClient(api.account, { context, interceptors: [recordDenials], path: ["auth"] });
  }

  test("is recorded and logged with its name", async () => {
    const caller = await createCaller(env.database, "user");
    const { log: ownLog, lines: ownLines } = recordLog();
    const client = clientOf({
      ...contextFor(env.database, { ...caller, user: { ...caller.user, role: "" } }),
      log: ownLog,
    });
    for (let i = 0; i < 25; i++) expect(await outcomeOf(client.rename({ name: "Ada" }))).toBe("FORBIDDEN");
    const entries = await newest({ actorId: caller.user.id });
    expect(entries).toHaveLength(20);
    expect(entries[0]).toMatchObject({ action: "permissionDenied", subjectName: "auth.rename" });
    expect(ownLines).toHaveLength(25);
    expect(ownLines[0]).toMatchObject({
      level: 40,
      event: "permissionDenied",
      user: caller.user.id,
      operation: "auth.rename",
    });
  });

  test("is recorded if it was called too often", async () => {
    const caller = await createCaller(env.database, "user");
    const client = clientOf(contextFor(env.database, caller));
    await client.requestConfirmation();
    expect(await outcomeOf(client.requestConfirmation())).toBe("TOO_MANY_REQUESTS");
    expect((await newest({ actorId: caller.user.id }))[0]).toMatchObject({
      action: "rateLimitExceeded",
      subjectName: "auth.requestConfirmation",
    });
  });
});

/** For each operation of an account that changes something: what a user does, and the entry that it leaves. */
const ownWrites: Record<string, (person: TestUser) => Promise<object>> = {
  async onboard({ account, caller }) {
    await env.database.sql.update(user).set({ onboardedAt: null }).where(eq(user.id, caller.user.id));
    await account.onboard({ name: "Ada" });
    return { action: "update", subjectName: "Ada", before: { name: "Someone" }, after: { name: "Ada" } };
  },
  async rename({ account }) {
    await account.rename({ name: "Ada" });
    return { action: "update", subjectType: "user", before: { name: "Someone" }, after: { name: "Ada" } };
  },
  async confirm({ account, caller }) {
    await account.requestConfirmation();
    await account.confirm({ code: await accounts.codeFor(caller.user.email) });
    return { action: "confirm", subjectId: caller.sessionId, after: { method: "code" } };
  },
  // optional: passkeys
  async confirmWithPasskey(person) {
    const device = createAuthenticator();
    await addPasskey(person, device);
    const options = await person.account.passkeyConfirmationOptions();
    await person.account.confirmWithPasskey({ credential: device.get(options) });
    return { action: "confirm", after: { method: "passkey" } };
  },
  // end: passkeys
  async changeEmail({ account, caller }) {
    const email = randomEmail();
    await account.requestEmailChange({ email });
    await account.changeEmail({ email, code: await accounts.codeFor(email) });
    return { action: "changeEmail", before: { email: caller.user.email }, after: { email } };
  },
  async verifyEmail({ account, caller }) {
    await env.database.sql.update(user).set({ emailVerified: false }).where(eq(user.id, caller.user.id));
    await account.requestVerification();
    await account.verifyEmail({ code: await accounts.codeFor(caller.user.email) });
    return { action: "verifyEmail", subjectId: caller.user.id };
  },
  async revokeSession(person) {
    const other = await accounts.onAnotherDevice(person);
    await person.account.revokeSession({ id: other.caller.sessionId });
    return { action: "revokeSessions", subjectId: other.caller.sessionId, after: { count: 1 } };
  },
  async revokeOtherSessions(person) {
    await accounts.onAnotherDevice(person);
    await accounts.onAnotherDevice(person);
    await person.account.revokeOtherSessions();
    return { action: "revokeSessions", after: { count: 2 } };
  },
  // optional: passkeys
  async addPasskey(person) {
    const { id } = await addPasskey(person);
    return { action: "addPasskey", subjectId: id, subjectName: "Phone" };
  },
  async renamePasskey(person) {
    const { id } = await addPasskey(person);
    await person.account.renamePasskey({ id, name: "Key" });
    return { action: "update", subjectType: "passkey", subjectId: id, after: { name: "Key" } };
  },
  async removePasskey(person) {
    const { id } = await addPasskey(person);
    await person.account.removePasskey({ id });
    return { action: "removePasskey", subjectId: id, subjectName: "Phone" };
  },
  // end: passkeys
  // optional: social
  async removeLinkedAccount({ account, caller }) {
    const { rows } = await env.database.pool.query<{ id: string }>(
      "insert into account (user_id, account_id, provider_id) values ($1, 'x', 'github') returning id",
      [caller.user.id],
    );
    const id = rows[0]?.id ?? "";
    await account.removeLinkedAccount({ id });
    return { action: "unlinkAccount", subjectId: id, subjectName: "github" };
  },
  // end: social
  // optional: api-keys
  async createKey({ account }) {
    const { id } = await account.createKey({ name: "Script", permissions: ["user:list"] });
    return { action: "createKey", subjectId: id, subjectName: "Script", after: { permissions: "user:list" } };
  },
  async revokeKey({ account }) {
    const { id } = await account.createKey({ name: "Script", permissions: ["user:list"] });
    await account.revokeKey({ id });
    return { action: "revokeKey", subjectId: id, subjectName: "Script" };
  },
  async dismissKeyUse({ account }) {
    const { id } = await account.createKey({ name: "Script", permissions: ["user:list"] });
    await account.revokeKey({ id });
    await account.dismissKeyUse({ id });
    return { action: "dismissKeyUse", subjectId: id, subjectName: "Script" };
  },
  // end: api-keys
  async deleteAccount({ account, caller }) {
    await account.requestDeletion();
    await account.deleteAccount({ code: await accounts.codeFor(caller.user.email) });
    return { action: "deleteAccount", subjectId: caller.user.id, subjectName: "Someone" };
  },
  async download({ account, caller }) {
    await account.download();
    return { action: "downloadData", subjectId: caller.user.id };
  },
};

// optional: passkeys
async function addPasskey({ account }: TestUser, device = createAuthenticator()) {
  const credential = device.create(await account.passkeyCreationOptions());
  return await account.addPasskey({ name: "Phone", credential });
}
// end: passkeys

/** Operations that change nothing, or send a code or challenge with which the user then does it. */
const changesNothing = /^(list|read|check|request)|Options$/;

/** What administrators do to others: src/app/request/activity.db.test.ts. */
const ofOthers = /^revoke(User|SessionsOf)/;

test("every operation of an account that changes something is in the list of the tests below", () => {
  const missing = Object.keys(authContract).filter(
    (name) => !changesNothing.test(name) && !ofOthers.test(name) && !(name in ownWrites),
  );
  // Its caller isn't signed in, so it has a test of its own.
  expect(missing).toEqual(["undoEmailChange"]);
});

describe.each(Object.entries(ownWrites))("%s", (_, write) => {
  test("leaves an activity entry, which names the user", async () => {
    const person = await accounts.addUser("admin");
    const entry = await write(person);
    const { id, email } = person.caller.user;
    expect((await newest({ actorId: id }))[0]).toMatchObject({
      ...entry,
      actorName: "Someone",
      actorEmail: email,
    });
  });
});

test("undoing an email change by the link in the notice is recorded", async () => {
  const person = await accounts.addUser();
  const { email: old, id } = person.caller.user;
  const email = randomEmail();
  await person.account.requestEmailChange({ email });
  await person.account.changeEmail({ email, code: await accounts.codeFor(email) });
  const notice = (await accounts.mailsTo(old)).at(-1);
  const token = /token=([\w-]+)/.exec(notice?.text ?? "")?.[1] ?? "";
  await accounts.callAs(null).undoEmailChange({ token });
  const [entry] = await env.database.sql
    .select()
    .from(activity)
    .where(eq(activity.subjectId, id))
    .orderBy(desc(activity.id));
  expect(entry).toMatchObject({
    actorId: null,
    action: "undoEmailChange",
    before: { email },
    after: { email: old },
  });
});

test("a wrong code for a confirmation is recorded", async () => {
  const person = await accounts.addUser();
  await person.account.requestConfirmation();
  const code = await accounts.codeFor(person.caller.user.email);
  expect(await outcomeOf(person.account.confirm({ code: wrongCode(code) }))).toBe("INVALID_OTP");
  expect((await newest({ actorId: person.caller.user.id }))[0]).toMatchObject({
    action: "confirmationFailed",
    after: { method: "code", reason: "INVALID_OTP" },
  });
});
