import { createHmac, hkdfSync } from "node:crypto";
import type { SecretConfig } from "better-auth";
import { createAuthEndpoint, createEmailVerificationToken, sessionMiddleware } from "better-auth/api";
import { symmetricEncrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { createAuthenticator } from "../../../../testing/authenticator.ts";
import { writeChallenge } from "../codes/server/challenge-cookie.ts";
import { rememberBrowser } from "../codes/server/known-browser.ts";
import { createChallenge } from "../passkeys/server/challenge.ts";
import { session } from "../table.ts";
import { codeFor, cookieNames, createBrowser, passTime, signIn, testAuth, wrongCode } from "../testing.ts";
import { cookieKeys, sessionCookie } from "./cookies.ts";

/*
 * A stranger knows AUTH_SECRET, and what is public of an account: its email, and the ids of its user and session. They have no mail,
 * no cookie and no row of the database.
 */

const github = { clientId: "github client", clientSecret: "github secret" }; // optional: social
const probe = createAuthEndpoint(
  "/probe",
  { method: "GET", use: [sessionMiddleware] },
  async ({ context, json }) => json(context.session),
);
const env = testAuth({
  auth: { github }, // optional: social
  // As an added plugin knows sessions.
  plugins: [{ id: "probe", endpoints: { probe } }],
});

let victim: { user: typeof user.$inferSelect; session: typeof session.$inferSelect };

beforeEach(async () => {
  const { email } = await signIn(env);
  const [found] = await env.database.sql
    .select({ user, session })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(user.email, email));
  if (!found) throw new Error("There is no session");
  victim = found;
});

const accountTables = [
  ...["user", "session", "account"],
  "passkey", // optional: passkeys
  "api_key", // optional: api-keys
];

/** Everything that an account is, of all users. */
async function accounts() {
  const { rows } = await env.database.pool.query<{ rows: unknown }>(
    accountTables
      .map((table) => `select to_jsonb(${`"${table}"`}) as rows from "${table}"`)
      .join(" union all "),
  );
  return new Set(rows.map((row) => JSON.stringify(row)));
}

const secret = () => cookieKeys(env.auth.secrets)[0] ?? "";
const sign = (text: string) =>
  encodeURIComponent(`${text}.${createHmac("sha256", secret()).update(text).digest("base64")}`);

const betterAuthCookie = (name: string) => cookieNames.session.replace(/session$/, name);

const isSignedIn = async (browser: ReturnType<typeof createBrowser>) =>
  (await browser.get("/get-session")).body !== null;

describe("/verify-email changes no email and signs no one in", () => {
  const changes = { updateTo: "eve@example.com" };
  test.each<[string, object]>([
    ["verifies the email", {}],
    ["changes it", changes],
    ["asks to change it", { ...changes, requestType: "change-email-confirmation" }],
    ["changes it at once", { ...changes, requestType: "change-email-verification" }],
  ])("by a token of better-auth that %s", async (_, payload) => {
    await env.database.sql
      .update(user)
      .set({ emailVerified: false })
      .where(eq(user.email, victim.user.email));
    const before = await accounts();
    const { updateTo, ...extra } = payload as { updateTo?: string };
    const tokens = await Promise.all(
      [{}, { userId: victim.user.id }].map((id) =>
        createEmailVerificationToken(secret(), victim.user.email, updateTo, 3600, { ...extra, ...id }),
      ),
    );
    for (const token of [...tokens, "x"]) {
      for (const query of [`token=${token}`, `token=${token}&callbackURL=%2Fapp`]) {
        const browser = createBrowser(env.auth);
        const answer = await browser.get(`/verify-email?${query}`);
        expect(answer).toMatchObject({
          status: 401,
          body: { code: "INVALID_TOKEN", message: "invalid token" },
          setCookies: [],
        });
        expect((await browser.post("/verify-email", { token })).status).toBe(400);
        expect(await isSignedIn(browser)).toBe(false);
      }
    }
    expect((await createBrowser(env.auth).get("/verify-email")).status).toBe(401);
    expect(await accounts()).toEqual(before);
  });

  test("by a code without its session", async () => {
    const browser = createBrowser(env.auth);
    expect((await browser.post("/verify-email", { token: "123456" })).status).toBe(401);
  });
});

/** Cookies by which better-auth or the product could know a session, signed with the secret. */
function forgedSessions(): Record<string, string>[] {
  const own = {
    session: { ...victim.session, token: "x" },
    user: { ...victim.user, name: "Ada" },
    updatedAt: Date.now(),
  };
  const expiresAt = Date.now() + 60_000;
  const signature = createHmac("sha256", secret())
    .update(JSON.stringify({ ...own, expiresAt }))
    .digest("base64url");
  const cached = Buffer.from(JSON.stringify({ session: own, expiresAt, signature })).toString("base64url");
  return [
    { [cookieNames.session]: sign(victim.user.id) },
    { [cookieNames.session]: sign(victim.session.id) },
    { [cookieNames.session]: sign("x"), [betterAuthCookie("session_data")]: cached },
    { [cookieNames.session]: sign("x"), [cookieNames.administrator]: sign(victim.session.id) }, // optional: impersonation
  ];
}

/** Valid bodies of what a session may do. */
const bodies: Record<string, object> = {
  "/update-user": { name: "Eve" },
  "/delete-user": { token: "123456" },
  "/verify-email": { token: "123456" },
  "/link-social": { provider: "github", callbackURL: "/", errorCallbackURL: "/" }, // optional: social
};

test("a signed cookie without the token of a session is no session, at any endpoint", async () => {
  const { token, expiresAt } = victim.session;
  const owner = createBrowser(env.auth);
  owner.setCookie(sessionCookie(env.auth, { token, expiresAt }));
  expect(owner.jar.get(cookieNames.session)).toBe(sign(token));
  expect((await owner.get("/probe")).body).toMatchObject({ user: { email: victim.user.email } });

  const before = await accounts();
  for (const forged of forgedSessions()) {
    const cookie = Object.entries(forged)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    for (const endpoint of env.auth.openPaths) {
      const browser = createBrowser(env.auth);
      const path = endpoint.replace(":id", "github");
      await browser.post(path, bodies[path], { cookie });
      expect(JSON.stringify(await browser.get(path, { cookie }))).not.toContain(victim.user.email);
    }
  }
  expect(await accounts()).toEqual(before);
});

describe("codes", () => {
  test("of the stranger's own email don't sign in to another account", async () => {
    const own = createBrowser(env.auth);
    const ownEmail = `eve-${victim.user.email}`;
    await own.requestCode(ownEmail);
    const [id = ""] = decodeURIComponent(own.jar.get(cookieNames.challenge) ?? "").split(".");
    own.jar.set(cookieNames.challenge, writeChallenge(env.auth.secrets, { id, email: victim.user.email }));
    const answer = await own.verifyCode(victim.user.email, codeFor(env.mails, ownEmail));
    expect(answer.body).toMatchObject({ code: "OTP_EXPIRED" });
    expect(await isSignedIn(own)).toBe(false);
  });

  test("are guessed at most 20 times an hour, also by browsers that claim to have signed in before", async () => {
    let guesses = 0;
    for (let minute = 0; minute < 8; minute++) {
      for (let i = 0; i < 3; i++) {
        const browser = createBrowser(env.auth);
        browser.jar.set(cookieNames.browser, rememberBrowser(env.auth.secrets, undefined, victim.user.email));
        const isSent = (await browser.requestCode(victim.user.email)).status === 200;
        const code = codeFor(env.mails, victim.user.email);
        for (let attempt = 1; isSent && attempt <= 5; attempt++) {
          const { status } = await browser.verifyCode(victim.user.email, wrongCode(code, attempt));
          if (status !== 429) guesses++;
        }
      }
      await passTime(env.database, 60);
    }
    expect(guesses).toBe(20);
  });
});

// optional: passkeys
test("a made-up challenge of a passkey is useless without the passkey's key", async () => {
  const browser = createBrowser(env.auth);
  const holder = "x".repeat(43);
  browser.jar.set(cookieNames.passkey, holder);
  const challenge = createChallenge(env.auth.secrets, `browser ${holder}`);
  const device = createAuthenticator();
  const response = device.get({ challenge, rpId: "localhost" }, { userHandle: victim.user.id });
  const answer = await browser.post("/passkey/verify-authentication", { response });
  expect(answer.body).toMatchObject({ code: "PASSKEY_NOT_FOUND" });
  expect(await isSignedIn(browser)).toBe(false);
});
// end: passkeys

// optional: social
/** The cookie in which better-auth stores a state, if it stores it in cookies. */
async function stateCookie(state: object): Promise<string> {
  const { keys, currentVersion } = (await env.auth.betterAuth.$context).secretConfig as SecretConfig;
  const salt = "better-auth:oauth-encryption:v1";
  const info = "better-auth:oauth-state-cookie:v1";
  const derived = hkdfSync("sha256", keys.get(currentVersion) ?? "", salt, info, 32);
  const key = { keys: new Map([[currentVersion, Buffer.from(derived).toString("hex")]]), currentVersion };
  return await symmetricEncrypt({ key, data: JSON.stringify(state) });
}

test("a made-up state of a social sign-in links no account and signs no one in", async () => {
  const atProvider = vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const responses: Record<string, unknown> = {
      "/user": { id: 7, login: "eve", email: victim.user.email, name: "Eve" },
      "/user/emails": [{ email: victim.user.email, verified: true, primary: true }],
    };
    return Promise.resolve(
      Response.json(responses[pathname] ?? { access_token: "x", token_type: "bearer", scope: "" }),
    );
  });
  const before = await accounts();
  for (const link of [undefined, { email: victim.user.email, userId: victim.user.id }]) {
    const oauthState = "a".repeat(32);
    const codeVerifier = "x".repeat(128);
    const expiresAt = Date.now() + 600_000;
    const state = { callbackURL: "/account", codeVerifier, expiresAt, oauthState, link };
    const browser = createBrowser(env.auth);
    browser.jar.set(betterAuthCookie("state"), sign(oauthState));
    browser.jar.set(betterAuthCookie("oauth_state"), await stateCookie(state));
    for (const query of [`code=x&state=${oauthState}`, `state=${oauthState}`, "code=x"]) {
      const { headers } = await browser.get(`/callback/github?${query}`);
      expect(headers.get("location")).toMatch(/^http:\/\/localhost:3000\/login\/error\?/);
      expect((await browser.post(`/callback/github?${query}`)).status).toBe(405);
    }
    expect(await isSignedIn(browser)).toBe(false);
  }
  expect(await accounts()).toEqual(before);
  expect(atProvider).not.toHaveBeenCalled();
  atProvider.mockRestore();
});
// end: social
