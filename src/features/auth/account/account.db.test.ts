import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contextFor } from "../../../../testing/context.ts";
import { accountDataSchema } from "./schema.ts";
import { api, createTestAccounts, outcomeOf, type Person, type TestAccounts, wrongCode } from "./testing.ts";

let env: TestAccounts;

beforeAll(async () => {
  env = await createTestAccounts();
});
afterAll(() => env.database.drop());

describe("a user's name", () => {
  test("is changed and normalized", async () => {
    const person = await env.addPerson();
    expect(await person.account.rename({ name: "  E\u0301mile " })).toEqual({ name: "\u00c9mile" });
    expect(await env.stored(person)).toMatchObject({ name: "\u00c9mile" });
  });

  test.each(["", " ", "A\u202eb", "a".repeat(101), "\u0000"])("is none such as %j", async (name) => {
    const person = await env.addPerson();
    expect(await outcomeOf(person.account.rename({ name }))).toBe("BAD_REQUEST");
    expect(await env.stored(person)).toMatchObject({ name: "Someone" });
  });
});

describe("a user's sessions", () => {
  const userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

  test("are listed with device, address and times, and without their tokens", async () => {
    const person = await env.addPerson();
    const other = await env.onAnotherDevice(person);
    const { rows } = await env.database.pool.query<{ token: string }>(
      `update session set user_agent = $2, ip_address = '192.0.2.7' where id = $1 returning token`,
      [other.caller.sessionId, userAgent],
    );
    const { sessions, next } = await person.account.listSessions({});
    expect(next).toBeNull();
    const found = (id: string) => sessions.find((session) => session.id === id);
    expect(found(person.caller.sessionId)).toMatchObject({ isCurrent: true, browser: null, system: null });
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
      isImpersonated: false,
    });
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  test("are listed for their user only, without expired ones", async () => {
    const person = await env.addPerson();
    await env.addPerson();
    const other = await env.onAnotherDevice(person);
    await env.database.pool.query("update session set expires_at = now() where id = $1", [
      other.caller.sessionId,
    ]);
    const { sessions } = await person.account.listSessions({});
    expect(sessions.map(({ id }) => id)).toEqual([person.caller.sessionId]);
  });

  test("are listed in pages, each once, although some have the same last use", async () => {
    const person = await env.addPerson();
    for (let i = 0; i < 44; i++) await env.onAnotherDevice(person);
    await env.database.pool.query(
      "update session set updated_at = '2026-01-01 10:00:00.123456+00' where user_id = $1 and id <> $2",
      [person.caller.user.id, person.caller.sessionId],
    );
    const ids: string[] = [];
    const sizes: number[] = [];
    let after: string | undefined;
    do {
      const { sessions, next } = await person.account.listSessions({ after });
      ids.push(...sessions.map(({ id }) => id));
      sizes.push(sessions.length);
      after = next ?? undefined;
    } while (after);
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(ids).size).toBe(45);
    expect(ids[0]).toBe(person.caller.sessionId);
  });

  test.each(["x", "", "W10", Buffer.from('["2026-99-99 10:00:00+00","x"]').toString("base64url")])(
    "have no position %j",
    async (after) => {
      const { account } = await env.addPerson();
      expect(await outcomeOf(account.listSessions({ after }))).toBe("BAD_CURSOR");
    },
  );

  test("are found by an index", async () => {
    const person = await env.addPerson();
    const client = await env.database.pool.connect();
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain select id from session where user_id = $1 and expires_at > now() order by updated_at desc, id desc limit 21`,
      [person.caller.user.id],
    );
    client.release(true);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("session_user");
  });

  test("are revoked one by one, never another user's", async () => {
    const person = await env.addPerson();
    const other = await env.onAnotherDevice(person);
    const stranger = await env.addPerson();
    const { sessionId: id } = other.caller;
    expect(await outcomeOf(stranger.account.revokeSession({ id }))).toBe("NOT_FOUND");
    expect(await person.account.revokeSession({ id })).toEqual({ id });
    expect(await outcomeOf(person.account.revokeSession({ id }))).toBe("NOT_FOUND");
    expect((await person.account.listSessions({})).sessions).toHaveLength(1);
    expect((await stranger.account.listSessions({})).sessions).toHaveLength(1);
  });

  test("are revoked except the current one", async () => {
    const person = await env.addPerson();
    const stranger = await env.addPerson();
    for (let i = 0; i < 3; i++) await env.onAnotherDevice(person);
    expect(await person.account.revokeOtherSessions()).toEqual({ count: 3 });
    const { sessions } = await person.account.listSessions({});
    expect(sessions).toEqual([expect.objectContaining({ id: person.caller.sessionId, isCurrent: true })]);
    expect((await stranger.account.listSessions({})).sessions).toHaveLength(1);
  });
});

describe("a user deletes their account", () => {
  const askAndDelete = async ({ account, caller }: Person) => {
    await account.requestDeletion();
    return account.deleteAccount({ code: await env.codeFor(caller.user.email) });
  };

  test("with a code for this purpose, and all of their data is deleted", async () => {
    const person = await env.addPerson();
    const { id, email } = person.caller.user;
    await env.onAnotherDevice(person);
    await env.database.pool.query(
      "insert into account (user_id, provider_id, account_id) values ($1, 'github', $2)",
      [id, crypto.randomUUID()],
    );
    expect(await askAndDelete(person)).toEqual({ id });
    expect((await env.mailsTo(email)).at(-1)?.subject).toBe("Confirm your account deletion");
    expect(await env.stored(person)).toBeUndefined();
    for (const table of ["session", "account"]) {
      const { rows } = await env.database.pool.query(`select from ${table} where user_id = $1`, [id]);
      expect(rows).toEqual([]);
    }
    const codes = await env.database.pool.query("select from sign_in_code where email = $1", [email]);
    expect(codes.rows).toEqual([]);
  });

  test("not with a wrong code, and not from another device", async () => {
    const person = await env.addPerson();
    await person.account.requestDeletion();
    const code = await env.codeFor(person.caller.user.email);
    const elsewhere = await env.onAnotherDevice(person);
    expect(await outcomeOf(elsewhere.account.deleteAccount({ code }))).toBe("NO_CHALLENGE");
    expect(await outcomeOf(person.account.deleteAccount({ code: wrongCode(code) }))).toBe("INVALID_OTP");
    expect(await outcomeOf(person.account.deleteAccount({ code: "" }))).toBe("BAD_REQUEST");
    expect(await env.stored(person)).toBeDefined();
  });

  test("not during an impersonation", async () => {
    const person = await env.addPerson();
    const acted = env.callAs({ ...person.caller, impersonatedBy: crypto.randomUUID() });
    expect(await outcomeOf(acted.requestDeletion())).toBe("ACTING_AS_SOMEONE_ELSE");
    expect(await outcomeOf(acted.deleteAccount({ code: "123456" }))).toBe("ACTING_AS_SOMEONE_ELSE");
  });

  test("never as the last administrator, also if two try concurrently", async () => {
    await env.database.pool.query('alter table "user" disable trigger all');
    await env.database.pool.query(`delete from "user" where role <> 'user'`);
    await env.database.pool.query('alter table "user" enable trigger all');
    const people = [await env.addPerson("admin"), await env.addPerson("admin")];
    const outcomes = await Promise.all(people.map((person) => outcomeOf(askAndDelete(person))));
    expect(outcomes.toSorted()).toEqual(["LAST_ADMINISTRATOR", "done"]);
    const last = people[outcomes.indexOf("LAST_ADMINISTRATOR")] as Person;
    expect(await env.stored(last)).toBeDefined();
    await env.pass(60);
    expect(await outcomeOf(last.account.requestDeletion())).toBe("LAST_ADMINISTRATOR");
  });
});

describe("a user downloads their data", () => {
  test("as a file that matches the schema, without tokens", async () => {
    const person = await env.addPerson();
    const { user } = person.caller;
    await env.database.pool.query(
      `insert into account (user_id, provider_id, account_id, access_token, refresh_token, id_token)
       values ($1, 'github', 'octavia', 'secret 1', 'secret 2', 'secret 3')`,
      [user.id],
    );
    const { headers, body } = await person.account.download();
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/);
    const text = await body.text();
    const { rows } = await env.database.pool.query<{ token: string }>(
      "select token from session where user_id = $1",
      [user.id],
    );
    for (const secret of ["secret", rows[0]?.token ?? ""]) expect(text).not.toContain(secret);

    const data = accountDataSchema.parse(
      JSON.parse(text, (key, value: unknown) =>
        key.endsWith("At") && typeof value === "string" ? new Date(value) : value,
      ),
    );
    expect(data).toMatchObject({
      version: 2,
      profile: { id: user.id, name: "Someone", email: user.email, role: "user" },
      sessions: [{ id: person.caller.sessionId }],
      passkeys: [],
      linkedAccounts: [{ provider: "github", accountId: "octavia" }],
    });
  });

  test("with a link that the browser saves", async () => {
    const { caller } = await env.addPerson();
    const handler = new OpenAPIHandler(api);
    const { response } = await handler.handle(new Request("http://localhost:3000/api/rest/account/data"), {
      prefix: "/api/rest",
      context: contextFor(env.database, caller),
    });
    expect(response?.headers.get("content-type")).toBe("application/json");
    expect(response?.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(await response?.json()).toMatchObject({ version: 2, profile: { id: caller.user.id } });
  });
});
