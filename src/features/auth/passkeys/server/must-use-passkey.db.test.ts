import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import { outcomeOf } from "../../../../../testing/context.ts";
import { type Authenticator, createAuthenticator } from "../../../../../testing/authenticator.ts";
import { testAccounts } from "../../account/testing.ts";
import { findSession, findSessions } from "../../sessions/server/find-session.ts";
import { session } from "../../table.ts";
import { anotherInstance, createBrowser, testAuth, signIn } from "../../testing.ts";

const env = testAuth({ auth: { requirePasskey: "admin" } });
const accounts = testAccounts(env);

type Browser = ReturnType<typeof createBrowser>;

async function callerOf(browser: Browser): Promise<Caller> {
  const found = await findSession({ ...env.auth, headers: browser.headers() });
  if (!found) throw new Error("The browser has no session");
  return { ...found, sessionId: found.id };
}

const accountOf = async (browser: Browser) =>
  accounts.callAs(await callerOf(browser), { setSessionToken: browser.setSessionToken });

/** Adds a passkey as a browser's user does. */
async function addPasskey(browser: Browser): Promise<Authenticator> {
  const device = createAuthenticator();
  const account = await accountOf(browser);
  const credential = device.create(await account.passkeyCreationOptions());
  await account.addPasskey({ name: "Phone", credential });
  return device;
}

/** An administrator who has signed in with a code. */
async function administrator() {
  const { browser, email } = await signIn(env);
  await env.database.sql.update(user).set({ role: "admin" }).where(eq(user.email, email));
  await browser.get("/get-session");
  return { browser, email };
}

/** An administrator with a passkey, in another browser that has signed in with a code. */
async function administratorElsewhere() {
  const { browser: first, email } = await administrator();
  const device = await addPasskey(first);
  await accounts.passTime(3_600);
  const { browser } = await signIn(env, email);
  return { browser, email, device };
}

test("an administrator without a passkey has no more permissions than a user until they add one", async () => {
  const { browser } = await administrator();
  const caller = await callerOf(browser);
  expect(caller).toMatchObject({ user: { needsPasskey: true }, confirmationMethods: ["code"] });
  expect(await browser.get("/admin/list-users")).toMatchObject({
    status: 403,
    body: { code: "PASSKEY_REQUIRED" },
  });
  // Endpoints of better-auth and its plugins decide by the role alone.
  const rows = await env.database.sql.select().from(session).where(eq(session.id, caller.sessionId));
  const { internalAdapter } = await env.auth.betterAuth.$context;
  const theirs = await internalAdapter.findSession(rows[0]?.token ?? "");
  expect(theirs).toMatchObject({ user: { role: "user" } });
  // optional: live
  const live = await findSessions({ ...env.auth, database: env.database }, [caller.sessionId]);
  expect(live).toMatchObject([{ user: { needsPasskey: true } }]);
  // end: live

  const before = browser.headers();
  await addPasskey(browser);
  expect(await callerOf(browser)).toMatchObject({ user: { needsPasskey: false }, isConfirmed: true });
  // Someone else may have the session's previous token.
  expect(await findSession({ ...env.auth, headers: before })).toMatchObject({ user: { needsPasskey: true } });
  expect((await browser.get("/admin/list-users")).status).toBe(200);
});

test("one who has a passkey must use it after signing in with a code", async () => {
  const { browser, email, device } = await administratorElsewhere();
  const account = await accountOf(browser);
  expect(await callerOf(browser)).toMatchObject({
    user: { needsPasskey: true },
    isConfirmed: false,
    confirmationMethods: ["passkey"],
  });
  expect(await outcomeOf(account.requestConfirmation())).toBe("PASSKEY_REQUIRED");
  expect(await outcomeOf(account.confirm({ code: "123456" }))).toBe("PASSKEY_REQUIRED");

  const credential = device.get(await account.passkeyConfirmationOptions());
  await account.confirmWithPasskey({ credential });
  expect(await callerOf(browser)).toMatchObject({ user: { needsPasskey: false }, isConfirmed: true });
  expect((await browser.get("/admin/list-users")).status).toBe(200);
  expect(email).toBeTruthy();
});

test("reading the mailbox of an administrator isn't enough to add a passkey, or to change or delete the account", async () => {
  const { browser, email } = await administratorElsewhere();
  const account = await accountOf(browser);
  await account.requestDeletion();
  const code = await accounts.codeFor(email);
  for (const call of [
    account.passkeyCreationOptions(),
    account.requestEmailChange({ email: "other@example.com" }),
    account.download(),
    account.deleteAccount({ code }),
  ])
    expect(await outcomeOf(call)).toBe("CONFIRMATION_REQUIRED");
});

test("signing in with the passkey is enough", async () => {
  const { device } = await administratorElsewhere();
  const browser = createBrowser(env.auth);
  const options = (await browser.post("/passkey/generate-authenticate-options")).body as never;
  await browser.post("/passkey/verify-authentication", { response: device.get(options) });
  expect(await callerOf(browser)).toMatchObject({ user: { needsPasskey: false }, isConfirmed: true });
});

test("it applies to the users of AUTH_ADMIN_USER_IDS, not to others, and not without the setting", async () => {
  const { browser } = await signIn(env);
  const { user: person } = await callerOf(browser);
  expect(person.needsPasskey).toBe(false);
  const needsPasskey = async (auth: object) => {
    const instance = anotherInstance(env, { auth });
    return (await findSession({ ...instance, headers: browser.headers() }))?.user.needsPasskey;
  };
  expect(await needsPasskey({ requirePasskey: "admin", adminUserIds: [person.id] })).toBe(true);
  expect(await needsPasskey({ adminUserIds: [person.id] })).toBe(false);
  const { browser: admin } = await administrator();
  const instance = anotherInstance(env);
  const found = await findSession({ ...instance, headers: admin.headers() });
  expect(found?.user).toMatchObject({ role: "admin", needsPasskey: false });
});
