import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import { outcomeOf } from "../../../../testing/context.ts";
import { createTestAccounts, type TestAccounts, type TestUser } from "../account/testing.ts";
import { sessionCookie } from "../server/cookies.ts";
import { apiKey, session } from "../table.ts";
import { createRestClient } from "./testing.ts";

let env: TestAccounts;
let rest: ReturnType<typeof createRestClient>;

beforeAll(async () => {
  env = await createTestAccounts();
  rest = createRestClient(env.database);
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
    expect(key).toMatch(/^flyleaf_[\da-f]{40}$/);
    expect(created).toMatchObject({
      name: "Script",
      start: key.slice(0, 12),
      permissions: ["user:list"],
      lastUsedAt: null,
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
    expect(await rest("/activity", { key })).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
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
      expect.arrayContaining(["user:create", "user:list", "activity:read"]),
    );
    for (const permission of ["user:create", "account:update", "apps:app", "x", "user:constructor"])
      expect(await outcomeOf(create(person, [permission]))).toBe("PERMISSION_NOT_GRANTED");
    for (const permission of ["account:update", "user:impersonate", "user:delete"])
      expect(await outcomeOf(create(admin, [permission]))).toBe("PERMISSION_NOT_GRANTED");
    expect(await outcomeOf(create(person, []))).toBe("BAD_REQUEST");
  });

  test("don't work for the account, nor for what needs a confirmation", async () => {
    const admin = await env.addUser("admin");
    const { key } = await create(admin, (await admin.account.listKeys()).permissions);
    for (const path of ["/account/sessions", "/account/keys", "/account/data", "/account/passkeys"])
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

  test.each(["", "x", "flyleaf_", `flyleaf_${"0".repeat(40)}`, "a".repeat(10_000)])(
    "are not guessed: %j is rejected, also for operations that need no session",
    async (key) => {
      expect(await statusOf(key)).toBe(401);
      expect(await statusOf(key, "/account/email/undo?token=x")).toBe(401);
    },
  );

  test("are used without a session: a request with both is rejected", async () => {
    const person = await env.addUser("admin");
    const { key } = await create(person);
    const token = crypto.randomUUID();
    const expiresAt = new Date(Date.now() + 30 * 86_400_000);
    await env.database.sql.insert(session).values({ token, expiresAt, userId: person.caller.user.id });
    const [pair = ""] = sessionCookie(rest.services, { token, expiresAt }).split(";");
    expect((await rest("/users", { headers: { cookie: pair } })).status).toBe(200);
    expect(await rest("/users", { key, headers: { cookie: pair } })).toMatchObject({
      status: 400,
      body: { code: "KEY_AND_SESSION" },
    });
  });

  test("store their last use to within a minute", async () => {
    const person = await env.addUser("admin");
    const { key, id } = await create(person);
    const lastUse = async () => (await person.account.listKeys()).keys[0]?.lastUsedAt?.getTime();
    await statusOf(key);
    const first = await lastUse();
    expect(first).toEqual(expect.any(Number));
    await statusOf(key);
    expect(await lastUse()).toBe(first);
    await setKey(id, { lastUsedAt: sql`now() - interval '61 seconds'` });
    await statusOf(key);
    expect(Date.now() - ((await lastUse()) ?? 0)).toBeLessThan(30_000);
  });

  test("are twenty at most, also if more are created concurrently; expired ones are removed", async () => {
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

  test("have an administrator's permissions with AUTH_REQUIRE_PASSKEY only if they used a passkey", async () => {
    const send = createRestClient(env.database, { AUTH_REQUIRE_PASSKEY: "admin" });
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
});
