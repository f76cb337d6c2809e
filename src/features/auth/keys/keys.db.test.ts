import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand/brand.ts";
import { user } from "#features/users/table.ts";
import { activity } from "#server/activity/table.ts";
import { recordLog } from "../../../../testing/log-lines.ts";
import { outcomeOf } from "../../../../testing/context.ts";
import { createTestAccounts, type TestAccounts, type TestUser } from "../account/testing.ts";
import { apiKey, session } from "../table.ts";
import { randomAddress } from "../testing.ts";
import { hashKey } from "./store.ts";
import { createKeyClient } from "./testing.ts";

let env: TestAccounts;
let rest: ReturnType<typeof createKeyClient>;

beforeAll(async () => {
  env = await createTestAccounts();
  rest = createKeyClient(env.database);
});
afterAll(() => env.database.drop());

async function create({ account }: TestUser, permissions = ["user:list"], name = "Script") {
  return await account.createKey({ name, permissions, days: 30 });
}

const setUser = ({ caller }: TestUser, values: Partial<typeof user.$inferInsert>) =>
  env.database.sql.update(user).set(values).where(eq(user.id, caller.user.id));

const setKey = (id: string, values: Record<string, ReturnType<typeof sql>>) =>
  env.database.sql.update(apiKey).set(values).where(eq(apiKey.id, id));

const statusOf = async (key: string, path = "/users") => (await rest(path, { key })).status;

const newUser = () => ({ name: "New", email: `${crypto.randomUUID()}@example.com`, roles: ["user"] });

describe("a user's API keys", () => {
  test("are shown once, stored as a hash, listed without the key, and reported by mail", async () => {
    const person = await env.addUser("admin");
    const { key, ...created } = await create(person);
    expect(key).toMatch(new RegExp(String.raw`^${brand.apiKeyPrefix}[\da-f]{40}$`));
    expect(created).toMatchObject({
      name: "Script",
      start: key.slice(0, brand.apiKeyPrefix.length + 4),
      permissions: ["user:list"],
      lastUsedAt: null,
      lastUsedAddress: null,
    });
    const days = (created.expiresAt.getTime() - created.createdAt.getTime()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    expect((await person.account.listKeys()).keys).toEqual([created]);
    const { rows } = await env.database.pool.query("select to_jsonb(api_key)::text as stored from api_key");
    expect(JSON.stringify(rows)).not.toContain(key);
    const [mail] = await env.mailsTo(person.caller.user.email);
    expect(mail?.subject).toBe("An API key was created for your account");
    expect(mail?.text).toContain("Script");
    expect(mail?.text).not.toContain(key);
  });

  test("call REST, and only for what they allow", async () => {
    const { key } = await create(await env.addUser("admin"), ["user:list", "user:create"]);
    expect(await rest("/users", { key })).toMatchObject({
      status: 200,
      body: { items: expect.any(Array) as unknown },
    });
    expect((await rest("/users", { key, body: newUser() })).status).toBe(200);
    expect(await rest("/users/x/sessions", { key })).toMatchObject({
      status: 403,
      body: { code: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS" },
    });
  });

  test("stay valid when the product has another prefix", async () => {
    const { id } = await create(await env.addUser("admin"));
    await setKey(id, { keyHash: sql`${hashKey("earlier_0")}` });
    expect(await statusOf("earlier_0")).toBe(200);
  });

  test("allow nothing that their user may no longer do", async () => {
    const person = await env.addUser("admin");
    const { key } = await create(person, ["user:list", "user:create"]);
    await setUser(person, { role: "user" });
    expect(await statusOf(key)).toBe(403);
    expect((await rest("/users", { key, body: newUser() })).status).toBe(403);
    await setUser(person, { role: "admin" });
    expect((await rest("/users", { key, body: newUser() })).status).toBe(200);
  });

  test("can't be given what the user may not do, or what needs a session", async () => {
    const [person, admin] = [await env.addUser(), await env.addUser("admin")];
    expect((await person.account.listKeys()).permissions).not.toContain("user:list");
    expect((await admin.account.listKeys()).permissions).toEqual(
      expect.arrayContaining(["user:create", "user:list", "session:list"]),
    );
    for (const permission of ["user:create", "account:update", "apps:app", "x", "user:constructor"])
      expect(await outcomeOf(create(person, [permission]))).toBe("PERMISSION_NOT_GRANTED");
    for (const permission of ["account:update", "user:delete"])
      expect(await outcomeOf(create(admin, [permission]))).toBe("PERMISSION_NOT_GRANTED");
    expect(await outcomeOf(create(person, []))).toBe("BAD_REQUEST");
  });

  test("don't work for the account, nor for what needs a confirmation", async () => {
    const admin = await env.addUser("admin");
    const { key } = await create(admin, (await admin.account.listKeys()).permissions);
    for (const path of ["/account/sessions", "/account/keys", "/account/data"])
      expect([path, await statusOf(key, path)]).toEqual([path, 403]);
    expect(
      (await rest("/account/keys", { key, body: { name: "Next", permissions: ["user:list"] } })).status,
    ).toBe(403);
    const other = await env.addUser();
    const { name, email } = other.caller.user;
    const promotion = { name, email, roles: ["user", "admin"], version: 1 };
    expect(
      await rest(`/users/${other.caller.user.id}`, { key, method: "PUT", body: promotion }),
    ).toMatchObject({ status: 403, body: { code: "CONFIRMATION_REQUIRED" } });
  });

  test("are rejected as soon as they are revoked or expired, or their user is banned or deleted", async () => {
    const person = await env.addUser("admin");
    const [revoked, expired, kept] = [await create(person), await create(person), await create(person)];
    await person.account.revokeKey({ id: revoked.id });
    expect((await env.mailsTo(person.caller.user.email)).at(-1)?.subject).toBe(
      "An API key of your account was revoked",
    );
    await setKey(expired.id, { expiresAt: sql`now()`, createdAt: sql`now() - interval '1 day'` });
    for (const { key } of [revoked, expired]) {
      const response = await rest("/users", { key });
      expect(response).toMatchObject({ status: 401, body: { code: "INVALID_API_KEY" } });
      expect(response.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    }
    expect(await statusOf(kept.key)).toBe(200);
    await setUser(person, { banned: true });
    expect(await statusOf(kept.key)).toBe(401);
    await setUser(person, { banned: true, banExpires: new Date(Date.now() - 1_000) });
    expect(await statusOf(kept.key)).toBe(200);
    await env.database.sql.delete(user).where(eq(user.id, person.caller.user.id));
    expect(await statusOf(kept.key)).toBe(401);
  });

  test.each(["", "x", brand.apiKeyPrefix, `${brand.apiKeyPrefix}${"0".repeat(40)}`, "a".repeat(10_000)])(
    "are not guessed: %j is rejected, also for operations that need no session",
    async (key) => {
      expect(await statusOf(key)).toBe(401);
      expect(await statusOf(key, "/account/email/undo?token=x")).toBe(401);
    },
  );

  test("are used without a session: a request with both is rejected", async () => {
    const person = await env.addUser("admin");
    const { key } = await create(person);
    const headers = await rest.signIn(person.caller.user.id);
    expect((await rest("/users", { headers })).status).toBe(200);
    expect(await rest("/users", { key, headers })).toMatchObject({
      status: 400,
      body: { code: "KEY_AND_SESSION" },
    });
  });

  test("are limited each for itself", async () => {
    const limited = createKeyClient(env.database, { API_REQUESTS_PER_MINUTE: "1" });
    const person = await env.addUser("admin");
    const [one, two] = [await create(person), await create(person)];
    const statuses = [];
    for (const { key } of [one, one, two]) statuses.push((await limited("/users", { key })).status);
    expect(statuses).toEqual([200, 429, 200]);
  });

  test("get no stored answer of another key, or of a session, with the same Idempotency-Key", async () => {
    const person = await env.addUser("admin");
    const keys = [await create(person, ["user:create"]), await create(person, ["user:create"])];
    const headers = { "idempotency-key": "1" };
    const session = { ...headers, ...(await rest.signIn(person.caller.user.id)) };
    for (const credential of [...keys.map(({ key }) => ({ key, headers })), { headers: session }]) {
      const body = { name: "New", email: `${crypto.randomUUID()}@example.com`, roles: ["user"] };
      const created = await rest("/users", { ...credential, body });
      expect(created).toMatchObject({ status: 200, body: { email: body.email } });
      expect((await rest("/users", { ...credential, body })).body).toEqual(created.body);
    }
  });

  test("store their last use to within a minute, with the client's address", async () => {
    const person = await env.addUser("admin");
    const { key, id } = await create(person);
    await rest("/users", { key, clientAddress: "203.0.113.9" });
    expect((await person.account.listKeys()).keys).toMatchObject([{ lastUsedAddress: "203.0.113.9" }]);
    const lastUse = async () => (await person.account.listKeys()).keys[0]?.lastUsedAt?.getTime();
    const first = await lastUse();
    expect(first).toEqual(expect.any(Number));
    await statusOf(key);
    expect(await lastUse()).toBe(first);
    await setKey(id, { lastUsedAt: sql`now() - interval '61 seconds'` });
    await statusOf(key);
    expect(Date.now() - ((await lastUse()) ?? 0)).toBeLessThan(30_000);
  });

  test("are twenty at most, also if more are created concurrently; ended ones don't count", async () => {
    const person = await env.addUser("admin");
    const outcomes = await Promise.all(Array.from({ length: 25 }, () => outcomeOf(create(person))));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(20);
    expect(new Set(outcomes)).toEqual(new Set(["done", "TOO_MANY_KEYS"]));
    const { keys } = await person.account.listKeys();
    expect(keys).toHaveLength(20);
    await setKey(keys[3]?.id ?? "", { expiresAt: sql`now()` });
    expect(await outcomeOf(create(person))).toBe("done");
    expect((await person.account.listKeys()).keys).toHaveLength(20);
  });

  test("are kept after their end, 20 for a user", async () => {
    const person = await env.addUser("admin");
    for (let count = 0; count < 23; count += 1) {
      const { id } = await create(person);
      await person.account.revokeKey({ id });
    }
    await create(person);
    const stored = env.database.sql.$count(apiKey, eq(apiKey.userId, person.caller.user.id));
    expect(await stored).toBe(21);
  });

  test("can't be seen or revoked by another user", async () => {
    const [person, stranger] = [await env.addUser("admin"), await env.addUser("admin")];
    const { id, key } = await create(person);
    expect((await stranger.account.listKeys()).keys).toEqual([]);
    expect(await outcomeOf(stranger.account.revokeKey({ id }))).toBe("NOT_FOUND");
    expect(await statusOf(key)).toBe(200);
  });

  test("end when the email is verified for the first time: someone else may have created them", async () => {
    const person = await env.addUser("admin");
    const { key } = await create(person);
    await setUser(person, { emailVerified: false });
    await person.account.requestVerification();
    await person.account.verifyEmail({ code: await env.codeFor(person.caller.user.email) });
    expect(await statusOf(key)).toBe(401);
  });

  // optional: passkeys
  test("have an administrator's permissions with AUTH_REQUIRE_PASSKEY only if they used a passkey", async () => {
    const send = createKeyClient(env.database, { AUTH_REQUIRE_PASSKEY: "admin" });
    const admin = await env.addUser("admin");
    const before = await create(admin, ["user:list"]);
    await env.database.sql
      .update(session)
      .set({ passkeyConfirmedAt: sql`now()` })
      .where(eq(session.id, admin.caller.sessionId));
    const after = await create(admin, ["user:list"]);
    expect(await send("/users", { key: before.key })).toMatchObject({ body: { code: "PASSKEY_REQUIRED" } });
    expect((await send("/users", { key: after.key })).status).toBe(200);
  });
  // end: passkeys
});

/** What is recorded about a user. */
const activityOn = async ({ caller }: TestUser, action: string) =>
  await env.database.sql
    .select()
    .from(activity)
    .where(and(eq(activity.subjectId, caller.user.id), eq(activity.action, action)));

describe("an API key that is used after its end", () => {
  test("is shown to its user with the time and the address, until they dismiss it, and again with the next use", async () => {
    const person = await env.addUser("admin");
    const { id, key } = await create(person);
    await statusOf(key);
    await person.account.revokeKey({ id });
    const usedAfterEnd = async () => (await person.account.listKeys()).usedAfterEnd;
    expect(await usedAfterEnd()).toEqual([]);
    expect((await rest("/users", { key, clientAddress: "203.0.113.7" })).status).toBe(401);
    expect(await usedAfterEnd()).toMatchObject([{ id, name: "Script", lastUsedAddress: "203.0.113.7" }]);
    await person.account.dismissKeyUse({ id });
    expect(await usedAfterEnd()).toEqual([]);
    expect(await statusOf(key)).toBe(401);
    expect(await usedAfterEnd()).toMatchObject([{ id }]);
  });

  test("is recorded once an hour, without the key", async () => {
    const person = await env.addUser("admin");
    const { id, key, start } = await create(person);
    await setKey(id, { expiresAt: sql`now() - interval '1 minute'` });
    for (let count = 0; count < 3; count += 1) await statusOf(key);
    const entries = await activityOn(person, "endedKeyUsed");
    expect(entries).toMatchObject([{ actorId: null, after: { apiKey: start } }]);
    expect(JSON.stringify(entries)).not.toContain(key);
    await env.passTime(3_601);
    await statusOf(key);
    expect(await activityOn(person, "endedKeyUsed")).toHaveLength(2);
  });

  test("can't be dismissed by another user, nor while it is valid", async () => {
    const [person, stranger] = [await env.addUser("admin"), await env.addUser("admin")];
    const { id } = await create(person);
    expect(await outcomeOf(person.account.dismissKeyUse({ id }))).toBe("NOT_FOUND");
    await person.account.revokeKey({ id });
    expect(await outcomeOf(stranger.account.dismissKeyUse({ id }))).toBe("NOT_FOUND");
  });
});

describe("a client that sends keys which are not valid", () => {
  const madeUp = (n: number) => `${brand.apiKeyPrefix}${String(n).padStart(40, "0")}`;

  test("may send 30 a minute, but valid keys from its network always work and never count", async () => {
    const clientAddress = randomAddress();
    const { key } = await create(await env.addUser("admin"));
    const send = async (sent: string) => await rest("/users", { key: sent, clientAddress });
    const statuses: number[] = [];
    for (let n = 0; n < 29; n += 1) {
      statuses.push((await send(madeUp(n))).status);
      expect((await send(key)).status).toBe(200);
    }
    statuses.push((await send(madeUp(30))).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const rejected = await send(madeUp(31));
    expect(rejected).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await send(key)).status).toBe(200);
    expect((await rest("/users", { key: madeUp(31) })).status).toBe(401);
    await env.passTime(61);
    expect((await send(madeUp(32))).status).toBe(401);
  });

  test("is in the log, without the key", async () => {
    const { log, lines } = recordLog();
    const send = createKeyClient(env.database, {}, log);
    await send("/users", { key: madeUp(1), clientAddress: "203.0.113.5" });
    expect(lines).toEqual([
      expect.objectContaining({
        event: "permissionDenied",
        client: "203.0.113.5",
        operation: "/api/rest/users",
        reason: "INVALID_API_KEY",
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(madeUp(1));
  });
});

describe("another user's API keys", () => {
  test("are listed for administrators, and revoked one by one or all; the user is notified by mail", async () => {
    const [admin, person] = [await env.addUser("admin"), await env.addUser("admin")];
    const { id } = person.caller.user;
    const [one, two, three] = [
      await create(person, ["user:list"], "One"),
      await create(person, ["user:list"], "Two"),
      await create(person, ["user:list"], "Three"),
    ];
    const listed = await admin.account.listUserKeys({ id });
    expect(listed.map(({ name }) => name)).toEqual(["One", "Two", "Three"]);
    expect(JSON.stringify(listed)).not.toContain(one.key);
    await admin.account.revokeUserKey({ id, keyId: one.id });
    expect([await statusOf(one.key), await statusOf(two.key)]).toEqual([401, 200]);
    expect(await admin.account.revokeUserKeys({ id })).toEqual({ count: 2 });
    expect([await statusOf(two.key), await statusOf(three.key)]).toEqual([401, 401]);
    expect(await admin.account.listUserKeys({ id })).toEqual([]);
    const mails = (await env.mailsTo(person.caller.user.email)).slice(-2);
    expect(mails.map(({ subject }) => subject)).toEqual(
      Array(2).fill("API keys of your account were revoked"),
    );
    expect(mails.at(-1)?.text).toMatch(/Two and Three|Three and Two/);
    expect(await activityOn(person, "revokeKeys")).toMatchObject([
      { actorId: admin.caller.user.id, before: { apiKey: one.start } },
      { before: { apiKeys: 2 } },
    ]);
  });

  test("are not found under someone else, and not without the permission", async () => {
    const [admin, person, other] = [
      await env.addUser("admin"),
      await env.addUser("admin"),
      await env.addUser(),
    ];
    const { id, key } = await create(person);
    const otherId = other.caller.user.id;
    expect(await outcomeOf(admin.account.revokeUserKey({ id: otherId, keyId: id }))).toBe("NOT_FOUND");
    const { user: owner } = person.caller;
    expect(await outcomeOf(other.account.listUserKeys({ id: owner.id }))).toBe("FORBIDDEN");
    expect(await outcomeOf(other.account.revokeUserKeys({ id: owner.id }))).toBe("FORBIDDEN");
    expect(await statusOf(key)).toBe(200);
  });

  test("end with all sessions if the administrator says so; by default they stay, as before", async () => {
    const [admin, person, other] = [
      await env.addUser("admin"),
      await env.addUser("admin"),
      await env.addUser("admin"),
    ];
    const { id } = person.caller.user;
    const { key } = await create(person);
    const { key: otherKey } = await create(other);
    await admin.account.revokeUserSessions({ id });
    await admin.account.revokeSessionsOfUsers({ ids: [id] });
    expect(await statusOf(key)).toBe(200);
    await admin.account.revokeUserSessions({ id, keys: true });
    expect(await statusOf(key)).toBe(401);
    await admin.account.revokeSessionsOfUsers({ ids: [other.caller.user.id], keys: true });
    expect(await statusOf(otherKey)).toBe(401);
  });
});
