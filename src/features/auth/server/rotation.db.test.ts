import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { decryptMail, queueMail } from "#server/mail/queue.ts";
import { createAuthenticator, type Authenticator } from "../../../../testing/authenticator.ts";
import { callerIn, contextFor } from "../../../../testing/context.ts";
import { requestAccountCode, verifyAccountCode } from "../codes/server/account-codes.ts";
import { readKnownBrowser, rememberBrowser } from "../codes/server/known-browser.ts";
import { newPasskeyOptions, verifyAddedPasskey } from "../passkeys/server/add-passkey.ts";
import { passkey, session } from "../table.ts";
import {
  anotherInstance,
  codeFor,
  cookieNames,
  createBrowser,
  createTestAuth,
  makeImpersonation,
  randomEmail,
  signIn,
  type TestAuth,
} from "../testing.ts";
import type { Auth } from "./auth.ts";

/* AUTH_SECRET is rotated: first the old secret alone, then the new one before it, then the new one alone. */

const [oldSecret, newSecret] = [
  "the old secret, of 32 characters",
  "the new secret, of 32 characters",
] as const;

let env: TestAuth;
let before: Auth;
let during: Auth;
let after: Auth;

beforeAll(async () => {
  env = await createTestAuth({ secrets: [oldSecret] });
  before = env.auth;
  during = anotherInstance(env, { secrets: [newSecret, oldSecret] });
  after = anotherInstance(env, { secrets: [newSecret] });
});
afterAll(() => env.database.drop());

let email: string;

beforeEach(() => {
  email = randomEmail();
});

type Browser = ReturnType<typeof createBrowser>;

/** The same browser, which now reaches another instance. */
function moveTo(auth: Auth, { jar }: Browser): Browser {
  const browser = createBrowser(auth);
  for (const [name, value] of jar) browser.jar.set(name, value);
  return browser;
}

const isSignedIn = async (auth: Auth, browser: Browser) =>
  (await moveTo(auth, browser).get("/get-session")).body !== null;

describe("a session", () => {
  test("continues, and its cookie is signed with the new secret at its next use", async () => {
    const { browser } = await signIn(env, email);
    expect(await isSignedIn(after, browser)).toBe(false);
    const current = moveTo(during, browser);
    const { body, setCookies } = await current.get("/get-session");
    expect(body).toMatchObject({ user: { email } });
    expect(setCookies).toEqual([
      expect.stringMatching(new RegExp(`^${cookieNames.session}=.+; HttpOnly; SameSite=Lax$`)),
    ]);
    expect((await current.get("/get-session")).setCookies).toEqual([]);
    expect(await isSignedIn(after, current)).toBe(true);
    expect(await isSignedIn(after, browser)).toBe(false);
  });

  test.each([
    ["/update-user", { name: "Ada" }],
    ["/revoke-other-sessions", {}],
  ])("%s accepts it and signs its cookie again", async (path, body) => {
    const current = moveTo(during, (await signIn(env, email)).browser);
    expect((await current.post(path, body)).status).toBe(200);
    expect(await isSignedIn(after, current)).toBe(true);
  });

  test("can be signed out", async () => {
    const { browser } = await signIn(env, email);
    const current = moveTo(during, browser);
    expect((await current.post("/sign-out")).status).toBe(200);
    expect(current.jar.has(cookieNames.session)).toBe(false);
    expect(await isSignedIn(before, browser)).toBe(false);
  });

  // optional: impersonation
  test("an impersonation can be stopped, and the administrator's session continues", async () => {
    const [actor, other] = [await signIn(env), await signIn(env)];
    const idOf = ({ response }: typeof actor) => (response.body as { user: { id: string } }).user.id;
    await env.database.sql
      .update(user)
      .set({ role: "admin" })
      .where(eq(user.id, idOf(actor)));
    await actor.browser.get("/get-session");
    await makeImpersonation(env.database, { userId: idOf(other), administratorId: idOf(actor) });
    const current = moveTo(during, other.browser);
    current.jar.set(cookieNames.administrator, actor.browser.jar.get(cookieNames.session) ?? "");
    expect((await current.post("/admin/stop-impersonating")).status).toBe(200);
    expect((await current.get("/get-session")).body).toMatchObject({ user: { id: idOf(actor) } });
  });
  // end: impersonation
});

test.each<[string, () => Auth, number]>([
  ["works while both secrets are set", () => during, 200],
  ["ends with the old secret", () => after, 400],
])("a requested code %s", async (_, auth, status) => {
  const browser = createBrowser(before);
  await browser.requestCode(email);
  const response = await moveTo(auth(), browser).verifyCode(email, codeFor(env.mails, email));
  expect(response.status).toBe(status);
});

test("so do a signed-in user's codes", async () => {
  const { response } = await signIn(env, email);
  const { id } = (response.body as { user: { id: string } }).user;
  const [row] = await env.database.sql
    .select({ session, user })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.id, id));
  if (!row) throw new Error("There is no session");
  const caller = callerIn(row.session, row.user);
  const contextWith = ({ secrets }: Auth) => ({ ...contextFor(env.database, caller), secrets });
  await env.database.sql.execute("delete from budget");
  await requestAccountCode(contextWith(before), { purpose: "delete-account", email });
  const { rows } = await env.database.pool.query<{ sealed_mail: string }>(
    "select sealed_mail from mail_queue order by created_at desc limit 1",
  );
  const { code = "" } = decryptMail(during.secrets, rows[0]?.sealed_mail ?? "");
  const attempt = { purpose: "delete-account", email, code } as const;
  const verify = (auth: Auth) => verifyAccountCode(contextWith(auth), attempt, () => Promise.resolve("done"));
  await expect(verify(after)).rejects.toThrow("invalid otp");
  expect(await verify(during)).toBe("done");
});

// optional: passkeys
test.each<[string, () => Auth, number]>([
  ["works while both secrets are set", () => during, 200],
  ["ends with the old secret", () => after, 400],
])("a passkey's challenge %s", async (_, auth, status) => {
  const { response } = await signIn(env, email);
  const { id } = (response.body as { user: { id: string } }).user;
  const [person] = await env.database.sql.select().from(user).where(eq(user.id, id));
  if (!person) throw new Error("There is no user");
  const caller = callerIn({ id, expiresAt: new Date() }, person);
  const device = createAuthenticator();
  const adding = contextFor(env.database, caller);
  const verified = await verifyAddedPasskey(adding, device.create(newPasskeyOptions(adding, [])));
  await env.database.sql.insert(passkey).values({ ...verified, userId: id, name: "Phone" });

  const browser = createBrowser(before);
  const options = (await browser.post("/passkey/generate-authenticate-options")).body;
  const credential = device.get(options as Parameters<Authenticator["get"]>[0]);
  const sent = await moveTo(auth(), browser).post("/passkey/verify-authentication", { response: credential });
  expect(sent.status).toBe(status);
});
// end: passkeys

test("a queued mail is still delivered", async () => {
  const mail = { to: email, subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  await queueMail(env.database.sql, before.secrets, {
    ...mail,
    isAwaited: true,
    lifetimeSeconds: 60,
  });
  const { rows } = await env.database.pool.query<{ sealed_mail: string }>(
    "select sealed_mail from mail_queue order by created_at desc limit 1",
  );
  const sealed = rows[0]?.sealed_mail ?? "";
  expect(decryptMail(during.secrets, sealed)).toMatchObject(mail);
  expect(() => decryptMail(after.secrets, sealed)).toThrow("can't be decrypted");
});

test("a browser that has signed in before is still known, and stored once for each email", () => {
  const cookie = rememberBrowser(before.secrets, undefined, email);
  const [id] = cookie.split(".");
  expect(readKnownBrowser(during.secrets, cookie, email)).toBe(id);
  expect(readKnownBrowser(after.secrets, cookie, email)).toBeUndefined();
  const renewed = rememberBrowser(during.secrets, cookie, email);
  expect(renewed.split(".")).toHaveLength(2);
  expect(readKnownBrowser(after.secrets, renewed, email)).toBe(id);
});
