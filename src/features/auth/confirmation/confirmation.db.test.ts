import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import { outcomeOf } from "../../../../testing/context.ts";
import { type Authenticator, createAuthenticator } from "../../../../testing/authenticator.ts";
import { testAccounts } from "../account/testing.ts";
import { findSession } from "../sessions/server/find-session.ts";
import { passkey, session } from "../table.ts";
import { cookieNames, createBrowser, randomEmail, signIn, testAuth, wrongCode } from "../testing.ts";

const env = testAuth();
const accounts = testAccounts(env);

type Browser = ReturnType<typeof createBrowser>;

/** The caller of a browser's next request. */
async function callerOf(browser: Browser): Promise<Caller> {
  const found = await findSession({ ...env.auth, headers: browser.headers() });
  if (!found) throw new Error("The browser has no session");
  return { ...found, sessionId: found.id };
}

/** The account's operations in a browser's next request. */
const accountOf = async (browser: Browser) =>
  accounts.callAs(await callerOf(browser), { setSessionToken: browser.setSessionToken });

/** Moves the last confirmation of a browser's session back in time. */
async function age(browser: Browser, minutes: number) {
  const { sessionId } = await callerOf(browser);
  const earlier = sql`now() - make_interval(mins => ${minutes})`;
  await env.database.sql.update(session).set({ confirmedAt: earlier }).where(eq(session.id, sessionId));
}

/** A user who signed in 11 minutes ago. */
async function signedInEarlier(email = randomEmail()) {
  const { browser } = await signIn(env, email);
  await age(browser, 11);
  return { browser, email };
}

// optional: passkeys
async function addPasskey(browser: Browser): Promise<Authenticator> {
  const device = createAuthenticator();
  const account = await accountOf(browser);
  const credential = device.create(await account.passkeyCreationOptions());
  await account.addPasskey({ name: "Phone", credential });
  return device;
}
// end: passkeys

test("signing in confirms for ten minutes that it's the user", async () => {
  const { browser } = await signIn(env);
  expect(await callerOf(browser)).toMatchObject({ isConfirmed: true, confirmationMethods: ["code"] });
  const device = await addPasskey(browser); // optional: passkeys
  await age(browser, 9);
  expect(await callerOf(browser)).toMatchObject({ isConfirmed: true });
  await age(browser, 10);
  expect(await outcomeOf((await accountOf(browser)).download())).toBe("CONFIRMATION_REQUIRED");

  // optional: passkeys
  const other = createBrowser(env.auth);
  const options = (await other.post("/passkey/generate-authenticate-options")).body as never;
  await other.post("/passkey/verify-authentication", { response: device.get(options) });
  expect(await callerOf(other)).toMatchObject({
    isConfirmed: true,
    confirmationMethods: ["passkey", "code"],
  });
  // The other session's confirmation is its own.
  expect(await callerOf(browser)).toMatchObject({ isConfirmed: false });
  // end: passkeys
});

describe("a user confirms", () => {
  test("with a code to their email, and what was rejected works", async () => {
    const { browser, email } = await signedInEarlier();
    const account = await accountOf(browser);
    const newEmail = randomEmail();
    expect(await outcomeOf(account.requestEmailChange({ email: newEmail }))).toBe("CONFIRMATION_REQUIRED");
    await expect(account.checkConfirmation()).rejects.toMatchObject({ data: { methods: ["code"] } });

    await account.requestConfirmation();
    const code = await accounts.codeFor(email);
    expect((await accounts.mailsTo(email)).at(-1)?.subject).toBe("Confirm that it’s you");
    expect(await outcomeOf(account.confirm({ code: wrongCode(code) }))).toBe("INVALID_OTP");
    expect(await callerOf(browser)).toMatchObject({ isConfirmed: false });
    const { until } = await account.confirm({ code });
    expect(until.getTime() - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(await outcomeOf(account.confirm({ code }))).toBe("OTP_EXPIRED");

    const confirmed = await accountOf(browser);
    expect(await outcomeOf(confirmed.requestEmailChange({ email: newEmail }))).toBe("done");
    expect(await outcomeOf(confirmed.download())).toBe("done");
  });

  test("and can request the next code at once", async () => {
    const { browser, email } = await signedInEarlier();
    const account = await accountOf(browser);
    await account.requestConfirmation();
    expect(await outcomeOf(account.requestConfirmation())).toBe("TOO_MANY_REQUESTS");
    await account.confirm({ code: await accounts.codeFor(email) });
    expect(await outcomeOf(account.requestDeletion())).toBe("done");
  });

  // optional: passkeys
  test("with one of their passkeys", async () => {
    const { browser } = await signIn(env);
    const device = await addPasskey(browser);
    await age(browser, 11);
    const account = await accountOf(browser);
    const options = await account.passkeyConfirmationOptions();
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.id]);
    const credential = device.get(options);
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5].map(() => outcomeOf(account.confirmWithPasskey({ credential }))),
    );
    expect(outcomes.toSorted()).toEqual([...Array<string>(4).fill("CHALLENGE_NOT_FOUND"), "done"]);
    expect(await callerOf(browser)).toMatchObject({ isConfirmed: true });
  });
  // end: passkeys

  // optional: passkeys
  test("not with someone else's passkey, another session's challenge, or a forged signature", async () => {
    const { browser: stranger } = await signIn(env);
    const theirs = await addPasskey(stranger);
    const { browser } = await signIn(env);
    const device = await addPasskey(browser);
    await age(browser, 11);
    const account = await accountOf(browser);
    const options = () => account.passkeyConfirmationOptions();
    const confirmWith = async (credential: ReturnType<Authenticator["get"]>) =>
      await outcomeOf(account.confirmWithPasskey({ credential }));
    expect(await confirmWith(theirs.get(await options()))).toBe("AUTHENTICATION_FAILED");
    expect(await confirmWith(device.get(await options(), { isForged: true }))).toBe("AUTHENTICATION_FAILED");
    expect(await confirmWith(device.get(await options(), { isUnverified: true }))).toBe(
      "AUTHENTICATION_FAILED",
    );
    const foreign = await (await accountOf(stranger)).passkeyConfirmationOptions();
    expect(await confirmWith(device.get(foreign))).toBe("CHALLENGE_NOT_FOUND");
    expect(await callerOf(browser)).toMatchObject({ isConfirmed: false });
    await env.database.sql.delete(passkey).where(eq(passkey.credentialId, device.id));
    expect(await confirmWith(device.get(await options()))).toBe("PASSKEY_NOT_FOUND");
  });
  // end: passkeys

  test("not with the code of another session, or for another purpose", async () => {
    const { browser, email } = await signedInEarlier();
    const other = (await signedInEarlier()).browser;
    const account = await accountOf(browser);
    await account.requestDeletion();
    const deletionCode = await accounts.codeFor(email);
    expect(await outcomeOf(account.confirm({ code: deletionCode }))).toBe("NO_CHALLENGE");
    await account.requestConfirmation();
    const code = await accounts.codeFor(email);
    expect(await outcomeOf((await accountOf(other)).confirm({ code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(account.deleteAccount({ code }))).toBe("INVALID_OTP");
    expect(await outcomeOf(account.confirm({ code }))).toBe("done");
  });

  test("once with each code, however many try at once", async () => {
    const { browser, email } = await signedInEarlier();
    const account = await accountOf(browser);
    await account.requestConfirmation();
    const code = await accounts.codeFor(email);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(account.confirm({ code }))),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  });

  test("not in a session that has ended since", async () => {
    const { browser, email } = await signedInEarlier();
    const caller = await callerOf(browser);
    const account = accounts.callAs(caller);
    await account.requestConfirmation();
    const code = await accounts.codeFor(email);
    await env.database.sql.delete(session).where(eq(session.id, caller.sessionId));
    expect(await outcomeOf(account.confirm({ code }))).toBe("NO_CHALLENGE");
  });
});

describe("the confirmation replaces the session's token", () => {
  const copyOf = (browser: Browser) => {
    const copy = createBrowser(env.auth);
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    return copy;
  };

  async function confirmWithCode(browser: Browser, email: string) {
    const account = await accountOf(browser);
    await account.requestConfirmation();
    await account.confirm({ code: await accounts.codeFor(email) });
  }

  /** Ways to confirm: each prepares it, and returns what does it. */
  const ways: Record<string, (browser: Browser, email: string) => Promise<() => Promise<unknown>>> = {
    async "a code"(browser, email) {
      await age(browser, 11);
      return () => confirmWithCode(browser, email);
    },
    // optional: passkeys
    async "a passkey"(browser) {
      const device = await addPasskey(browser);
      await age(browser, 11);
      const account = await accountOf(browser);
      return async () =>
        account.confirmWithPasskey({ credential: device.get(await account.passkeyConfirmationOptions()) });
    },
    // It demands an earlier confirmation.
    "an added passkey": (browser) => Promise.resolve(() => addPasskey(browser)),
    // end: passkeys
  };

  test.each(Object.entries(ways))("with %s", async (_, prepare) => {
    const { browser, email } = await signIn(env);
    const confirm = await prepare(browser, email);
    const { sessionId } = await callerOf(browser);
    const thief = copyOf(browser);
    await confirm();
    expect(browser.jar.get(cookieNames.session)).not.toBe(thief.jar.get(cookieNames.session));
    expect(await callerOf(browser)).toMatchObject({ sessionId, isConfirmed: true });

    // The previous token allows nothing that needs a confirmation, for the 10 seconds in which it is still valid.
    expect(await callerOf(thief)).toMatchObject({ sessionId, isConfirmed: false });
    expect(await outcomeOf((await accountOf(thief)).download())).toBe("CONFIRMATION_REQUIRED");
    // optional: social
    const link = { provider: "github", callbackURL: "/account", errorCallbackURL: "/account" };
    expect(await thief.post("/link-social", link)).toMatchObject({
      status: 403,
      body: { code: "CONFIRMATION_REQUIRED" },
    });
    // end: social
    expect((await thief.get("/get-session")).setCookies).toEqual([]);
    const later = sql`now() - interval '11 seconds'`;
    await env.database.sql.update(session).set({ updatedAt: later }).where(eq(session.id, sessionId));
    expect((await thief.get("/get-session")).body).toBeNull();
    expect(await callerOf(browser)).toMatchObject({ isConfirmed: true });
  });

  test("not if it was rejected", async () => {
    const { browser, email } = await signedInEarlier();
    const before = browser.jar.get(cookieNames.session);
    const account = await accountOf(browser);
    await account.requestConfirmation();
    const code = await accounts.codeFor(email);
    expect(await outcomeOf(account.confirm({ code: wrongCode(code) }))).toBe("INVALID_OTP");
    expect(await callerOf(browser)).toMatchObject({ isConfirmed: false });
    expect(browser.jar.get(cookieNames.session)).toBe(before);
  });

  test("also right after a change of roles, whose new token was not sent yet", async () => {
    const { browser, email } = await signedInEarlier();
    const account = await accountOf(browser);
    await account.requestConfirmation();
    await env.database.sql.update(user).set({ role: "user,user" }).where(eq(user.email, email));
    await account.confirm({ code: await accounts.codeFor(email) });
    expect(await callerOf(browser)).toMatchObject({ isConfirmed: true });
    expect((await browser.get("/get-session")).setCookies).toEqual([]);
  });
});

test("deleting the account asks for its own code only", async () => {
  const { browser, email } = await signedInEarlier();
  const account = await accountOf(browser);
  await account.requestDeletion();
  expect(await outcomeOf(account.deleteAccount({ code: await accounts.codeFor(email) }))).toBe("done");
});
