import { describe, expect, test } from "vitest";
import { recordActivity } from "#server/activity/record-activity.ts";
import { contextFor, outcomeOf } from "../../../../testing/context.ts";
import { recordStatements } from "../../../../testing/statements.ts";
import { wrongCode } from "../testing.ts";
import { testAccounts, type TestUser } from "./testing.ts";

const env = testAccounts();

describe("a user's name", () => {
  test("is changed and normalized", async () => {
    const user = await env.addUser();
    expect(await user.account.rename({ name: "  E\u0301mile " })).toEqual({ name: "\u00c9mile" });
    expect(await env.storedUser(user)).toMatchObject({ name: "\u00c9mile" });
  });

  test.each(["", " ", "A\u202eb", "a".repeat(101), "\u0000"])("can't be %j", async (name) => {
    const user = await env.addUser();
    expect(await outcomeOf(user.account.rename({ name }))).toBe("BAD_REQUEST");
    expect(await env.storedUser(user)).toMatchObject({ name: "Someone" });
  });
});

const nowhere = "00000000-0000-4000-8000-000000000000";

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ["rename", ({ account }) => account.rename({ name: "New" })],
  ["download", ({ account }) => account.download()],
  ["revokeSession", ({ account }) => account.revokeSession({ id: nowhere })],
  ["revokeOtherSessions", ({ account }) => account.revokeOtherSessions()],
  ["createKey", ({ account }) => account.createKey({ name: "A", permissions: ["book:read"], days: 30 })], // optional: api-keys
  ["revokeKey", ({ account }) => account.revokeKey({ id: nowhere })], // optional: api-keys
  ["renamePasskey", ({ account }) => account.renamePasskey({ id: nowhere, name: "A" })], // optional: passkeys
  ["removePasskey", ({ account }) => account.removePasskey({ id: nowhere })], // optional: passkeys
  ["removeLinkedAccount", ({ account }) => account.removeLinkedAccount({ id: nowhere })], // optional: social
])("%s does nothing if the session has ended since the request began", async (_, call) => {
  const user = await env.addUser();
  await env.database.pool.query("delete from session where id = $1", [user.caller.sessionId]);
  expect(await outcomeOf(call(user))).toBe("UNAUTHORIZED");
});

describe("a user's sessions", () => {
  const userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

  test("are listed with device, address and times, and without their tokens", async () => {
    const user = await env.addUser();
    const other = await env.onAnotherDevice(user);
    const { rows } = await env.database.pool.query<{ token: string }>(
      `update session set user_agent = $2, ip_address = '192.0.2.7' where id = $1 returning token`,
      [other.caller.sessionId, userAgent],
    );
    const sessions = await user.account.listSessions();
    const found = (id: string) => sessions.find((session) => session.id === id);
    expect(found(user.caller.sessionId)).toMatchObject({ isCurrent: true, browser: null, system: null });
    const token = rows[0]?.token ?? "";
    expect(found(other.caller.sessionId)).toEqual({
      id: other.caller.sessionId,
      token: token.slice(0, 8),
      browser: "Chrome",
      system: "Linux",
      ipAddress: "192.0.2.7",
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
      expiresAt: expect.any(Date),
      isCurrent: false,
      isImpersonated: false, // optional: impersonation
    });
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  test("are listed for their user only, without expired ones", async () => {
    const user = await env.addUser();
    await env.addUser();
    const other = await env.onAnotherDevice(user);
    await env.database.pool.query("update session set expires_at = now() where id = $1", [
      other.caller.sessionId,
    ]);
    const sessions = await user.account.listSessions();
    expect(sessions.map(({ id }) => id)).toEqual([user.caller.sessionId]);
  });

  test("are found by an index", async () => {
    const user = await env.addUser();
    // The trigger that limits sessions would take most of the test's time.
    await env.database.pool.query(`
      alter table session disable trigger user;
      with others as (
        insert into "user" (email) select 'other' || i || '@example.com' from generate_series(1, 200) as i returning id
      )
      insert into session (token, user_id, expires_at)
      select gen_random_uuid(), id, now() + interval '1 day' from others, generate_series(1, 25);
      alter table session enable trigger user;
      analyze session`);
    const statements = recordStatements(env.database);
    const sent = await statements.during(() => user.account.listSessions());
    const plans = await Promise.all(sent.map(statements.plan));
    expect(plans).toMatchObject([{ wholeTables: [], indexes: ["session_user"] }]);
  });

  test("are revoked one by one, never another user's", async () => {
    const user = await env.addUser();
    const other = await env.onAnotherDevice(user);
    const stranger = await env.addUser();
    const { sessionId: id } = other.caller;
    expect(await outcomeOf(stranger.account.revokeSession({ id }))).toBe("NOT_FOUND");
    expect(await user.account.revokeSession({ id })).toEqual({ id });
    expect(await outcomeOf(user.account.revokeSession({ id }))).toBe("NOT_FOUND");
    expect(await user.account.listSessions()).toHaveLength(1);
    expect(await stranger.account.listSessions()).toHaveLength(1);
  });

  test("are revoked except the current one", async () => {
    const user = await env.addUser();
    const stranger = await env.addUser();
    for (let i = 0; i < 3; i++) await env.onAnotherDevice(user);
    expect(await user.account.revokeOtherSessions()).toEqual({ count: 3 });
    const sessions = await user.account.listSessions();
    expect(sessions).toEqual([expect.objectContaining({ id: user.caller.sessionId, isCurrent: true })]);
    expect(await stranger.account.listSessions()).toHaveLength(1);
  });
});

describe("a user deletes their account", () => {
  const askAndDelete = async ({ account, caller }: TestUser) => {
    await account.requestDeletion();
    return account.deleteAccount({ code: await env.codeFor(caller.user.email) });
  };

  test("with a code for this purpose, and all of their data is deleted", async () => {
    const user = await env.addUser();
    const { id, email } = user.caller.user;
    await env.onAnotherDevice(user);
    // optional: social
    await env.database.pool.query(
      "insert into account (user_id, provider_id, account_id) values ($1, 'github', $2)",
      [id, crypto.randomUUID()],
    );
    // end: social
    expect(await askAndDelete(user)).toEqual({ id });
    expect((await env.mailsTo(email)).at(-1)?.subject).toBe("Confirm your account deletion");
    expect(await env.storedUser(user)).toBeUndefined();
    const tables = [
      "session",
      "account", // optional: social
    ];
    for (const table of tables) {
      const { rows } = await env.database.pool.query(`select from ${table} where user_id = $1`, [id]);
      expect(rows).toEqual([]);
    }
    const codes = await env.database.pool.query("select from sign_in_code where email = $1", [email]);
    expect(codes.rows).toEqual([]);
  });

  test("not with a wrong code, and not from another device", async () => {
    const user = await env.addUser();
    await user.account.requestDeletion();
    const code = await env.codeFor(user.caller.user.email);
    const elsewhere = await env.onAnotherDevice(user);
    expect(await outcomeOf(elsewhere.account.deleteAccount({ code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(user.account.deleteAccount({ code: wrongCode(code) }))).toBe("INVALID_OTP");
    expect(await outcomeOf(user.account.deleteAccount({ code: "" }))).toBe("BAD_REQUEST");
    expect(await env.storedUser(user)).toBeDefined();
  });

  test("never as the last administrator, also if two try concurrently", async () => {
    await env.database.pool.query('alter table "user" disable trigger all');
    await env.database.pool.query(`delete from "user" where role <> 'user'`);
    await env.database.pool.query('alter table "user" enable trigger all');
    const users = [await env.addUser("admin"), await env.addUser("admin")];
    const outcomes = await Promise.all(users.map((user) => outcomeOf(askAndDelete(user))));
    expect(outcomes.toSorted()).toEqual(["LAST_ADMINISTRATOR", "done"]);
    const last = users[outcomes.indexOf("LAST_ADMINISTRATOR")] as TestUser;
    expect(await env.storedUser(last)).toBeDefined();
    await env.passTime(60);
    expect(await outcomeOf(last.account.requestDeletion())).toBe("LAST_ADMINISTRATOR");
  });
});

describe("a user downloads their data", () => {
  test("as a file, without tokens", async () => {
    const [{ account, caller }, other] = [await env.addUser(), await env.addUser()];
    const { user } = caller;
    // optional: social
    await env.database.pool.query(
      `insert into account (user_id, provider_id, account_id, access_token, refresh_token, id_token)
       values ($1, 'github', 'octavia', 'secret 1', 'secret 2', 'secret 3')`,
      [user.id],
    );
    // end: social
    await recordActivity(
      env.database.sql,
      contextFor(env.database, caller),
      { action: "update", subject: { type: "user", id: other.caller.user.id, name: "Other Person" } },
      { action: "signOut", subject: { type: "session" }, after: { email: "other@example.com" } },
    );
    await recordActivity(env.database.sql, contextFor(env.database, other.caller), {
      action: "ban",
      subject: { type: "user", id: user.id },
    });
    const { headers, body } = await account.download();
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/);
    const text = await body.text();
    const { rows } = await env.database.pool.query<{ token: string }>(
      "select token from session where user_id = $1",
      [user.id],
    );
    for (const secret of ["secret", "Other Person", "other@example.com", rows[0]?.token ?? ""])
      expect(text).not.toContain(secret);

    expect(JSON.parse(text)).toMatchObject({
      version: 5,
      profile: { id: user.id, name: "Someone", email: user.email, role: "user" },
      sessions: [{ id: caller.sessionId }],
      passkeys: [], // optional: passkeys
      apiKeys: [], // optional: api-keys
      linkedAccounts: [{ provider: "github", accountId: "octavia" }], // optional: social
      activity: [
        { action: "signOut", subjectType: "session" },
        {
          action: "update",
          subjectType: "user",
          subjectId: other.caller.user.id,
          clientAddress: "192.0.2.1",
        },
      ],
    });
  });
});
