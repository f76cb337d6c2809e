import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand/brand.ts";
import type { Caller } from "#rpc/context.ts";
import { mailsTo, outcomeOf } from "../../../testing/context.ts";
import { recordLog } from "../../../testing/log-lines.ts";
import { createTestUsers, type TestUsers } from "./testing.ts";
import { languages } from "#i18n/languages.ts";

let env: TestUsers;
let admin: Caller;
let users: ReturnType<TestUsers["as"]>;

beforeAll(async () => {
  env = await createTestUsers();
  admin = await env.addCaller("admin");
  users = env.as(admin);
});
afterAll(() => env.database.drop());

const newUser = (changes = {}) => ({
  name: "Ada Lovelace",
  email: `${randomUUID()}@example.com`,
  roles: ["user" as const],
  ...changes,
});
const unconfirmed = () => env.as({ ...admin, isConfirmed: false });

describe("creating a user", () => {
  test("stores the name, the email and the roles, and leaves activity", async () => {
    const input = newUser({ name: "  Ada  Lovelace ", email: "ADA@Example.com", roles: ["admin", "user"] });
    const created = await users.create(input);
    expect(created).toMatchObject({
      name: "Ada  Lovelace",
      email: "ada@example.com",
      emailVerified: false,
      roles: ["user", "admin"],
      ban: null,
      onboardedAt: null,
      version: 1,
    });
    expect(await users.get({ id: created.id })).toEqual(created);
    expect(await env.activityOn(created.id)).toMatchObject([
      { action: "create", actorId: admin.user.id, after: { roles: "user, admin", email: "ada@example.com" } },
      { action: "setRole", before: { roles: "user" }, after: { roles: "user, admin" } },
    ]);
  });

  test("a taken email is an error of its field, in any case", async () => {
    const { email } = await users.create(newUser());
    const call = users.create(newUser({ email: email.toUpperCase() }));
    await expect(call).rejects.toMatchObject({ code: "EMAIL_TAKEN", data: { fields: ["email"] } });
  });

  test("of 10 who create the same user at the same moment, one does", async () => {
    const input = newUser();
    const codes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(users.create(input))));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "EMAIL_TAKEN")).toHaveLength(9);
  });

  test.each([
    [{ roles: [] }],
    [{ roles: ["owner"] }],
    [{ roles: ["user,admin"] }],
    [{ name: " " }],
    [{ email: "ada" }],
    [{ banned: true, email: "" }],
  ])("%j is rejected", async (changes) => {
    expect(await outcomeOf(users.create(newUser(changes) as never))).toBe("BAD_REQUEST");
  });

  test("an email whose domain imitates another one is rejected", async () => {
    expect(await outcomeOf(users.create(newUser({ email: "ada@ex\u0430mple.com" })))).toBe("INVALID_EMAIL");
  });

  test.each(languages)("the invitation in $name has a link to log in", async ({ key: language }) => {
    const input = newUser({ invite: true });
    await env.as(admin, { language }).create(input);
    const [mail, ...others] = await mailsTo(env.database, input.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain("http://localhost:3000/login");
    expect(mail?.text).toContain(input.email);
    expect(mail?.subject).toContain(brand.name);
  });

  test("without the invitation there is no mail", async () => {
    const { email } = await users.create(newUser());
    expect(await mailsTo(env.database, email)).toEqual([]);
  });

  test("making an administrator needs a recent confirmation", async () => {
    expect(await outcomeOf(unconfirmed().create(newUser()))).toBe("done");
    const call = unconfirmed().create(newUser({ roles: ["admin"] }));
    expect(await outcomeOf(call)).toBe("CONFIRMATION_REQUIRED");
  });
});

describe("updating a user", () => {
  test("changes the version that the administrator saw, and leaves activity with the differences", async () => {
    const { id, version, email } = await users.create(newUser());
    const saved = await users.update({ id, version, name: "Augusta", email, roles: ["user", "admin"] });
    expect(saved).toMatchObject({ name: "Augusta", roles: ["user", "admin"], version: 2 });
    expect((await env.activityOn(id)).at(-1)).toMatchObject({
      action: "setRole",
      before: { name: "Ada Lovelace", roles: "user" },
      after: { name: "Augusta", roles: "user, admin" },
    });
    await expect(users.update({ id, version, ...newUser() })).rejects.toMatchObject({
      code: "VERSION_CONFLICT",
      data: { current: { name: "Augusta", version: 2 }, savedBy: "Someone" },
    });
  });

  test("what the user changes in the meantime is another version, too", async () => {
    const { id, version, email } = await users.create(newUser());
    await env.database.pool.query(`update "user" set email_verified = true where id = $1`, [id]);
    const call = users.update({ id, version, ...newUser({ email }) });
    expect(await outcomeOf(call)).toBe("VERSION_CONFLICT");
    await env.database.pool.query(`update "user" set email_verified = true where id = $1`, [id]);
    expect(await env.stored(id)).toMatchObject({ version: 2 });
  });

  test("a new email is unverified; sessions, all other access and undo links end, and the old email is notified", async () => {
    const { user: person } = await env.addCaller("user");
    const { pool } = env.database;
    // optional: social
    await pool.query(
      `insert into account (user_id, account_id, provider_id) values ($1, gen_random_uuid(), 'github')`,
      [person.id],
    );
    // end: social
    // optional: passkeys
    await pool.query(
      `insert into passkey (user_id, name, credential_id, public_key, counter, transports, is_synced)
       values ($1, 'Phone', 'abc', 'x', 0, '{}', false)`,
      [person.id],
    );
    // end: passkeys
    // optional: api-keys
    await pool.query(
      `insert into api_key (user_id, name, key_hash, start, permissions, expires_at)
       values ($1, 'Script', repeat('x', 43), 'x', '{book:read}', now() + interval '1 day')`,
      [person.id],
    );
    // end: api-keys
    await pool.query(
      `insert into email_change (user_id, old_email, new_email, token_hash, expires_at)
       values ($1, 'old@example.com', $2, 'hash', now() + interval '7 days')`,
      [person.id, person.email],
    );
    const email = `${randomUUID()}@example.com`;
    const before = await env.stored(person.id);
    const input = {
      id: person.id,
      version: before.version,
      name: "Someone",
      email,
      roles: ["user" as const],
    };
    expect(await outcomeOf(unconfirmed().update(input))).toBe("CONFIRMATION_REQUIRED");
    expect(await users.update(input)).toMatchObject({ email, emailVerified: false });
    const tables = [
      "session",
      "passkey", // optional: passkeys
      "account", // optional: social
    ];
    for (const table of tables) expect(await env.count(table, person.id)).toBe(0);
    // optional: api-keys
    const keys = await pool.query("select expires_at <= now() as ended from api_key where user_id = $1", [
      person.id,
    ]);
    expect(keys.rows).toEqual([{ ended: true }]);
    // end: api-keys
    const { rows } = await pool.query("select undone_at from email_change where user_id = $1", [person.id]);
    expect(rows).toEqual([{ undone_at: expect.any(Date) }]);
    const [mail] = await mailsTo(env.database, person.email);
    expect(mail?.text).toContain("An administrator changed the email of your account");
    expect(mail?.text).not.toContain(email);
  });

  test("without a new email, sessions stay", async () => {
    const { user: person } = await env.addCaller("user");
    const { version } = await env.stored(person.id);
    await users.update({ id: person.id, version, name: "New", email: person.email, roles: ["user"] });
    expect(await env.count("session", person.id)).toBe(1);
    expect(await mailsTo(env.database, person.email)).toEqual([]);
  });

  test("a taken email is an error of its field, and nothing else is saved", async () => {
    const [one, other] = [await users.create(newUser()), await users.create(newUser())];
    const call = users.update({ ...newUser({ name: "New", email: other.email }), id: one.id, version: 1 });
    await expect(call).rejects.toMatchObject({ code: "EMAIL_TAKEN", data: { fields: ["email"] } });
    expect(await env.stored(one.id)).toEqual(one);
  });
});

describe("deleting a user", () => {
  test("ends sessions, and keeps the activity with the name", async () => {
    const { user: person } = await env.addCaller("user");
    const { version } = await env.stored(person.id);
    expect(await outcomeOf(unconfirmed().delete({ id: person.id, version }))).toBe("CONFIRMATION_REQUIRED");
    await users.delete({ id: person.id, version });
    expect(await outcomeOf(users.get({ id: person.id }))).toBe("NOT_FOUND");
    expect(await env.count("session", person.id)).toBe(0);
    expect(await env.activityOn(person.id)).toMatchObject([{ action: "delete", subjectName: "Someone" }]);
  });

  test("together with others reports those that were changed or are gone", async () => {
    const [one, changed] = [await users.create(newUser()), await users.create(newUser())];
    await users.ban({ id: changed.id });
    const gone = randomUUID();
    const refs = [one, changed, { id: gone, version: 1 }, { id: admin.user.id, version: 1 }];
    const result = await users.deleteMany({ items: refs.map(({ id, version }) => ({ id, version })) });
    expect(result).toMatchObject({
      deleted: [one.id],
      failures: [
        { id: changed.id, code: "VERSION_CONFLICT", current: { version: 2 } },
        { id: gone, code: "NOT_FOUND" },
        { id: admin.user.id, code: "YOU_CANNOT_REMOVE_YOURSELF" },
      ],
    });
  });
});

describe("a ban", () => {
  test("has a reason and an end, ends all sessions for good and leaves activity", async () => {
    const person = await env.addCaller("user");
    const until = new Date(Date.now() + 3_600_000);
    const banned = await users.ban({ id: person.user.id, reason: "  Spam ", until });
    expect(banned.ban).toEqual({ reason: "Spam", until });
    expect(await env.count("session", person.user.id)).toBe(0);
    expect((await users.unban({ id: person.user.id })).ban).toBeNull();
    expect(await env.count("session", person.user.id)).toBe(0);
    expect(await env.activityOn(person.user.id)).toMatchObject([
      { action: "ban", after: { isBanned: true, banReason: "Spam", bannedUntil: until.toISOString() } },
      { action: "unban", before: { isBanned: true, banReason: "Spam" }, after: { isBanned: false } },
    ]);
  });

  // optional: api-keys
  test("pauses API keys, and ends them if the administrator says so, for one user or several", async () => {
    const [one, two] = [await env.addCaller("user"), await env.addCaller("user")];
    const ids = [one.user.id, two.user.id];
    await env.database.pool.query(
      `insert into api_key (user_id, name, key_hash, start, permissions, expires_at)
       select id, 'Script', translate(id::text, '-', '') || repeat('y', 11), 'x', '{book:read}', now() + interval '1 day'
       from unnest($1::uuid[]) as id`,
      [ids],
    );
    const validKeys = async () =>
      (
        await env.database.pool.query("select from api_key where user_id = any($1) and expires_at > now()", [
          ids,
        ])
      ).rowCount;
    await users.banMany({ ids });
    expect(await validKeys()).toBe(2);
    await users.ban({ id: one.user.id, keys: true });
    expect(await validKeys()).toBe(1);
    await users.banMany({ ids, keys: true });
    expect(await validKeys()).toBe(0);
    expect((await env.activityOn(two.user.id)).at(-1)).toMatchObject({
      action: "revokeKeys",
      before: { apiKeys: 1 },
    });
    expect((await mailsTo(env.database, two.user.email)).at(-1)?.text).toContain("Script");
  });
  // end: api-keys

  test("must end in the future, and its reason has at most 500 characters", async () => {
    const { id } = await users.create(newUser());
    const past = users.ban({ id, until: new Date(Date.now() - 1_000) });
    await expect(past).rejects.toMatchObject({ code: "BAN_END_PAST", data: { fields: ["until"] } });
    expect(await outcomeOf(users.ban({ id, reason: "x".repeat(501) }))).toBe("BAD_REQUEST");
  });

  test("of several users skips the caller and users who are gone", async () => {
    const [one, two] = [await users.create(newUser()), await users.create(newUser())];
    const gone = randomUUID();
    const result = await users.banMany({ ids: [one.id, two.id, admin.user.id, gone], reason: "Spam" });
    expect(result.done.toSorted()).toEqual([one.id, two.id].toSorted());
    expect(result.failures).toEqual([
      { id: admin.user.id, code: "YOU_CANNOT_BAN_YOURSELF" },
      { id: gone, code: "NOT_FOUND" },
    ]);
    expect((await env.stored(two.id)).ban).toEqual({ reason: "Spam", until: null });
    await users.unbanMany({ ids: [one.id, two.id] });
    expect((await env.stored(two.id)).ban).toBeNull();
  });
});

describe("administrators can't do to themselves", () => {
  test("a ban, a demotion or a deletion, also in bulk", async () => {
    const { id, email } = admin.user;
    const { version } = await env.stored(id);
    expect(await outcomeOf(users.ban({ id }))).toBe("YOU_CANNOT_BAN_YOURSELF");
    expect(await outcomeOf(users.delete({ id, version }))).toBe("YOU_CANNOT_REMOVE_YOURSELF");
    const input = { id, version, name: "Me", email };
    await expect(users.update({ ...input, roles: ["user"] })).rejects.toMatchObject({
      code: "YOU_CANNOT_DEMOTE_YOURSELF",
      data: { fields: ["roles"] },
    });
    expect((await users.banMany({ ids: [id] })).done).toEqual([]);
    expect((await users.deleteMany({ items: [{ id, version }] })).deleted).toEqual([]);
    expect(await users.update({ ...input, roles: ["admin"] })).toMatchObject({ name: "Me" });
  });
});

test("each change of roles, and no other change, is a line of the log with ids alone", async () => {
  const { log, lines } = recordLog();
  const logged = env.as(admin, { log });
  const { email } = await logged.create(newUser());
  const { id, version } = await logged.create(newUser({ roles: ["admin"] }));
  const input = newUser({ email: (await env.stored(id)).email });
  await logged.update({ ...input, id, version, name: "Augusta", roles: ["admin"] });
  await logged.update({ ...input, id, version: version + 1, name: "Augusta" });
  const line = { event: "setRole", user: admin.user.id, subject: `user ${id}`, msg: "security event" };
  expect(lines).toMatchObject([line, line]);
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Augusta|${email}|${input.email}`));
});

test("roles are changed only with the permission to set them", async () => {
  const { id, version, email } = await users.create(newUser());
  const context = {
    access: {
      ...env.access,
      canUser: (_: unknown, needed: object) =>
        !("user" in needed && JSON.stringify(needed).includes("set-role")),
    },
  };
  const limited = env.as(admin, context);
  const denied = "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE";
  expect(await outcomeOf(limited.update({ ...newUser({ email, roles: ["admin"] }), id, version }))).toBe(
    denied,
  );
  expect(await outcomeOf(limited.create(newUser({ roles: ["user", "admin"] })))).toBe(denied);
  expect(await outcomeOf(limited.update({ ...newUser({ email, name: "New" }), id, version }))).toBe("done");
});
