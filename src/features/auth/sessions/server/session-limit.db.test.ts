import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { user } from "#features/users/table.ts";
import { decryptMail } from "#server/mail/queue.ts";
import { createAuthenticator, type Authenticator } from "../../../../../testing/authenticator.ts";
import { callerIn, contextFor } from "../../../../../testing/context.ts";
import { sessionLimit } from "../../limits.ts";
import { newPasskeyOptions, verifyAddedPasskey } from "../../passkeys/server/add-passkey.ts";
import { account, passkey, session } from "../../table.ts";
import { createSession } from "./create-session.ts";
import {
  anotherInstance,
  cookieNames,
  createBrowser,
  makeImpersonation,
  randomEmail,
  signIn,
  testAuth,
} from "../../testing.ts";

const github = { clientId: "github client", clientSecret: "github secret" }; // optional: social

const env = testAuth({
  auth: { github }, // optional: social
});

// optional: social
/** The user at GitHub. */
let profile: { id: number; email: string };

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    const responses: Record<string, unknown> = {
      "github.com/login/oauth/access_token": { access_token: "x", token_type: "bearer", scope: "" },
      "api.github.com/user": { ...profile, name: "Octavia", login: "octavia" },
      "api.github.com/user/emails": [{ email: profile.email, verified: true, primary: true }],
    };
    return Promise.resolve(Response.json(responses[host + pathname]));
  });
});
afterEach(() => vi.restoreAllMocks());
// end: social

// optional: passkeys
/** A device that doesn't count its uses, with a passkey of the user. */
let device: Authenticator;
// end: passkeys

type Owner = { id: string; email: string };

/** A user who can sign in in all ways, with this number of sessions, one a minute. */
async function createOwner(sessions: number): Promise<Owner> {
  const email = randomEmail();
  const [created] = await env.database.sql.insert(user).values({ email, emailVerified: true }).returning();
  if (!created) throw new Error("The user was not stored");
  const id = created.id;
  // optional: passkeys
  const context = contextFor(env.database, callerIn({ id, expiresAt: new Date() }, created));
  device = createAuthenticator();
  const credential = device.create(newPasskeyOptions(context, []), { counter: 0 });
  const verified = await verifyAddedPasskey(context, credential);
  await env.database.sql.insert(passkey).values({ ...verified, userId: id, name: "Phone" });
  // end: passkeys
  // optional: social
  profile = { id: Math.floor(Math.random() * 1e9), email };
  const linked = { userId: id, providerId: "github", accountId: String(profile.id) };
  await env.database.sql.insert(account).values(linked);
  // end: social
  await env.database.sql.execute(sql`
    insert into session (token, user_id, created_at, expires_at)
    select 'session ' || i || ' of ' || ${id}, ${id}::uuid, now() - make_interval(mins => i), now() + interval '1 day'
    from generate_series(1, ${sessions}) as i`);
  return { id, email };
}

const methods = {
  code: async ({ email }: Owner, auth = env.auth) =>
    (await signIn({ auth, mails: env.mails }, email, createBrowser(auth))).response.status === 200,

  /** The part that is the same in all ways. */
  any: async ({ id, email }: Owner, auth = env.auth) => {
    const client = { headers: new Headers(), clientAddress: "192.0.2.1", requestId: "test" };
    await auth.database.sql.transaction((sql) =>
      createSession(sql, auth, { id, email, name: null }, client, "code"),
    );
    return true;
  },

  // optional: passkeys
  passkey: async (_: Owner, auth = env.auth) => {
    const browser = createBrowser(auth);
    const options = (await browser.post("/passkey/generate-authenticate-options")).body;
    const response = device.get(options as Parameters<Authenticator["get"]>[0], { counter: 0 });
    return (await browser.post("/passkey/verify-authentication", { response })).status === 200;
  },

  // end: passkeys
  // optional: social
  social: async (_: Owner, auth = env.auth) => {
    const browser = createBrowser(auth);
    const started = await browser.post("/sign-in/social", { provider: "github", callbackURL: "/login" });
    const state = new URL((started.body as { url: string }).url).searchParams.get("state") ?? "";
    await browser.get(`/callback/github?code=x&state=${state}`);
    return browser.jar.has(cookieNames.session);
  },
  // end: social
};

const names = Object.keys(methods) as (keyof typeof methods)[];

const sessionsOf = ({ id }: Owner) =>
  env.database.sql
    .select({ token: session.token })
    .from(session)
    .where(eq(session.userId, id))
    .orderBy(session.createdAt);

async function mailsTo({ email }: Owner) {
  const { rows } = await env.database.pool.query<{ sealed_mail: string }>(
    "select sealed_mail from mail_queue",
  );
  return rows.map((row) => decryptMail(env.auth.secrets, row.sealed_mail)).filter(({ to }) => to === email);
}

describe.each(names)("by %s", (method) => {
  test("the 50th session ends no other, and the 51st ends the oldest, which a mail reports", async () => {
    const owner = await createOwner(sessionLimit - 1);
    expect(await methods[method](owner)).toBe(true);
    expect(await sessionsOf(owner)).toHaveLength(sessionLimit);
    expect(await mailsTo(owner)).toEqual([]);

    await env.database.sql.execute(sql`delete from budget`);
    const [oldest, ...others] = await sessionsOf(owner);
    expect(await methods[method](owner)).toBe(true);
    const after = await sessionsOf(owner);
    expect(after).toHaveLength(sessionLimit);
    expect(after.slice(0, -1)).toEqual(others);
    expect(after).not.toContainEqual(oldest);
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: owner.email, subject: "Your oldest login was ended" });
    expect(mail?.text).toContain("at most 50 devices");
  });

  test("expired sessions don't count", async () => {
    const owner = await createOwner(sessionLimit);
    await env.database.sql
      .update(session)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(session.token, `session 1 of ${owner.id}`));
    expect(await methods[method](owner)).toBe(true);
    const tokens = (await sessionsOf(owner)).map(({ token }) => token);
    expect(tokens).toHaveLength(sessionLimit);
    expect(tokens).toContain(`session ${sessionLimit} of ${owner.id}`);
    expect(await mailsTo(owner)).toEqual([]);
  });
});

test("a browser that signs in again only replaces its own session", async () => {
  const owner = await createOwner(sessionLimit - 1);
  const { browser } = await signIn(env, owner.email);
  await env.database.sql.execute(sql`delete from budget`);
  await signIn(env, owner.email, browser);
  expect(await sessionsOf(owner)).toHaveLength(sessionLimit);
  expect(await mailsTo(owner)).toEqual([]);
});

test("100 sign-ins at once, in all ways, on two instances, leave 50 sessions and send one mail", async () => {
  const owner = await createOwner(sessionLimit - 5);
  const instances = [env.auth, anotherInstance(env, { auth: env.auth.config.auth })];
  // Codes have limits.
  const unlimited = names.filter((name) => name !== "code");
  const all = Array.from({ length: 100 }, (_, i) =>
    methods[unlimited[i % unlimited.length] ?? "any"](owner, instances[i % 4 < 2 ? 0 : 1]),
  );
  const byCode = methods.code(owner);
  expect(await Promise.all([...all, byCode])).toEqual(Array(101).fill(true));
  expect(await sessionsOf(owner)).toHaveLength(sessionLimit);
  expect(await mailsTo(owner)).toHaveLength(1);
});

test("another mail is sent a day later", async () => {
  const owner = await createOwner(sessionLimit);
  for (let i = 0; i < 3; i++) expect(await methods.any(owner)).toBe(true);
  expect(await mailsTo(owner)).toHaveLength(1);
  await env.database.sql.execute(sql`
    update budget set spent_at = array(select spent - interval '1 day' from unnest(spent_at) as spent)`);
  for (let i = 0; i < 3; i++) expect(await methods.any(owner)).toBe(true);
  expect(await mailsTo(owner)).toHaveLength(2);
});

describe("a ban ends all sessions for good", () => {
  const set = (id: string, values: Partial<typeof user.$inferInsert>) =>
    env.database.sql.update(user).set(values).where(eq(user.id, id));
  const inAnHour = () => new Date(Date.now() + 3_600_000);

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["without an end", (id) => set(id, { banned: true })],
    ["with an end", (id) => set(id, { banned: true, banExpires: inAnHour() })],
    ["by SQL", (id) => env.database.pool.query(`update "user" set banned = true where id = $1`, [id])],
  ])("%s", async (_, ban) => {
    const { browser, response } = await signIn(env);
    const { id } = (response.body as { user: { id: string } }).user;
    await ban(id);
    expect(await env.database.sql.select().from(session).where(eq(session.userId, id))).toEqual([]);
    await set(id, { banned: false, banReason: null, banExpires: null });
    expect((await browser.get("/get-session")).body).toBeNull();
  });

  // optional: impersonation
  test("also those that the banned administrator used to impersonate others", async () => {
    const [actor, other] = [await createOwner(1), await createOwner(1)];
    await set(actor.id, { role: "admin,user" });
    await env.database.sql.insert(user).values({ email: randomEmail(), role: "admin" });
    await makeImpersonation(env.database, { userId: other.id, administratorId: actor.id });
    await set(actor.id, { banned: true });
    expect(await sessionsOf(other)).toEqual([]);
  });
  // end: impersonation

  test("a sign-in at the same moment gets no session that works after the ban", async () => {
    const owner = await createOwner(0);
    const client = await env.database.pool.connect();
    await client.query("begin");
    await client.query(`update "user" set banned = true, ban_expires = $2 where id = $1`, [
      owner.id,
      inAnHour(),
    ]);
    const inserted = env.database.sql
      .insert(session)
      .values({ userId: owner.id, token: "racing", expiresAt: inAnHour() })
      .catch((error: { cause?: { constraint?: string } }) => error.cause?.constraint);
    await expect.poll(async () => await waitingStatements()).toBe(1);
    await client.query("commit");
    client.release();
    expect(await inserted).toBe("session_user_not_banned");
    expect(await sessionsOf(owner)).toEqual([]);
  });

  const waitingStatements = async () =>
    (
      await env.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
});
