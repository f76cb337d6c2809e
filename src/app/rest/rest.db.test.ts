import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestAccounts, type TestAccounts } from "#features/auth/account/testing.ts";
import { user } from "#features/users/table.ts";
import { contextFor } from "../../../testing/context.ts";
import { callRest } from "./handle-rest.server.ts";
import { restDescription } from "./openapi.server.ts";
import { deleteOldAnswers } from "./idempotency.server.ts";
import { idempotentRequest } from "./table.ts";
import { createRestClient } from "./testing.ts";

let env: TestAccounts;
let rest: ReturnType<typeof createRestClient>;

beforeAll(async () => {
  env = await createTestAccounts();
  rest = createRestClient(env.database, { API_REQUESTS_PER_MINUTE: "1000" });
});
afterAll(() => env.database.drop());

/** @returns the headers of a new administrator's requests */
async function signIn() {
  return await rest.signIn((await env.addUser("admin")).caller.user.id);
}

test.each(["text", " ", "{", '{"name":', "\0", "[".repeat(10_000)])(
  "the body %j is rejected, from who may call the operation, and nothing is logged",
  async (body) => {
    const logged: string[] = [];
    const log = pino({ base: undefined }, { write: (line) => void logged.push(line) });
    const { caller: admin } = await env.addUser("admin");
    for (const [caller, expected] of [
      [admin, [400, { code: "BAD_REQUEST" }]],
      [null, [401, { code: "UNAUTHORIZED" }]],
    ] as const) {
      const request = new Request("http://localhost/api/rest/users", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const response = await callRest(request, { ...contextFor(env.database, caller), log });
      expect([response.status, await response.json()]).toMatchObject(expected);
    }
    expect(logged).toEqual([]);
  },
);

test("every documented path answers HEAD as GET, and other methods with 405 and those that it has", async () => {
  const headers = await signIn();
  const { paths = {} } = await restDescription({ baseUrl: new URL("http://localhost") });
  const methods = ["get", "post", "put", "patch", "delete"] as const;
  const templates = Object.entries(paths).map(([path, operations = {}]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    operations,
  }));
  for (const path of Object.keys(paths)) {
    const address = path.replaceAll(/\{\w+\}/g, randomUUID());
    // `/users/{id}` is also `/users/others`.
    const matching = templates.filter(({ pattern }) => pattern.test(address));
    const offered = methods.filter((method) => matching.some(({ operations }) => operations[method]));
    const allow = offered.flatMap((method) => (method === "get" ? ["GET", "HEAD"] : method.toUpperCase()));
    for (const method of [...methods, "options", "head"] as const) {
      if (offered.some((each) => each === method)) continue;
      const { status, headers: answered } = await rest(address, { method: method.toUpperCase(), headers });
      if (method === "head" && offered.includes("get"))
        expect([path, status]).toEqual([path, (await rest(address, { headers })).status]);
      else
        expect([path, method, status, answered.get("allow")]).toEqual([path, method, 405, allow.join(", ")]);
    }
  }
});

describe("the limit of requests", () => {
  test("counts for each user, in all sessions together, and every response says what is left", async () => {
    const limited = createRestClient(env.database, { API_REQUESTS_PER_MINUTE: "3" });
    const { id } = (await env.addUser("admin")).caller.user;
    const [headers, elsewhere, other] = [await limited.signIn(id), await limited.signIn(id), await signIn()];
    const limitsOf = ({ headers }: { headers: Headers }) => [
      headers.get("ratelimit-policy"),
      headers.get("ratelimit"),
    ];
    for (const remaining of [2, 1]) {
      const response = await limited("/users", { headers });
      expect(limitsOf(response)).toEqual([
        '"requests";q=3;w=60',
        expect.stringMatching(new RegExp(`^"requests";r=${remaining};t=(59|60)$`)),
      ]);
    }
    expect((await limited("/users", { headers: elsewhere })).headers.get("ratelimit")).toMatch(/r=0/);
    const rejected = await limited("/users", { headers });
    expect(rejected).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    const seconds = Number(rejected.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(50);
    expect(limitsOf(rejected)).toEqual(['"requests";q=3;w=60', `"requests";r=0;t=${seconds}`]);
    expect((await limited("/users", { headers: other })).status).toBe(200);
    await env.passTime(60);
    expect((await limited("/users", { headers })).status).toBe(200);
  });
});

describe("a POST request with an Idempotency-Key", () => {
  const post = (session: { cookie: string }, key: string, body: unknown, path = "/users") =>
    rest(path, { body, headers: { ...session, "idempotency-key": key } });
  const newUser = () => ({ name: "New", email: `${crypto.randomUUID()}@example.com`, roles: ["user"] });
  const countUsers = () => env.database.sql.$count(user);

  test("that is repeated gets the first answer, and does nothing again", async () => {
    const session = await signIn();
    const person = newUser();
    const first = await post(session, '"8e03978e-40d5"', person);
    expect(first.status).toBe(200);
    const before = await countUsers();
    // The quotation marks are part of the header's syntax, not of the key.
    for (const again of ['"8e03978e-40d5"', "8e03978e-40d5"])
      expect(await post(session, again, person)).toMatchObject({ status: 200, body: first.body });
    expect(await countUsers()).toBe(before);
  });

  test("that was used for another request is rejected, and one in another session is another key", async () => {
    const { id } = (await env.addUser("admin")).caller.user;
    const [session, own, other] = [await rest.signIn(id), await rest.signIn(id), await signIn()];
    const person = newUser();
    expect((await post(session, "one", person)).status).toBe(200);
    for (const [body, path] of [
      [newUser(), "/users"],
      [{ ids: [crypto.randomUUID()] }, "/users/bans"],
    ] as const)
      expect((await post(session, "one", body, path)).status).toBe(422);
    for (const another of [own, other]) {
      expect((await post(another, "one", person)).body).toMatchObject({ code: "EMAIL_TAKEN" });
      expect((await post(another, "one", newUser())).status).toBe(200);
    }
  });

  test("runs once for twenty requests at the same moment", async () => {
    const session = await signIn();
    const person = newUser();
    const before = await countUsers();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(session, "once", person)));
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await countUsers()).toBe(before + 1);
    const conflict = responses.find(({ status }) => status === 409);
    if (conflict) expect(conflict.body).toMatchObject({ code: "IDEMPOTENCY_KEY_IN_USE" });
    expect((await post(session, "once", person)).status).toBe(200);
  });

  test("is rejected while another one with the key is running", async () => {
    const { id } = (await env.addUser("admin")).caller.user;
    const session = await rest.signIn(id);
    const person = newUser();
    expect((await post(session, "foo", person)).status).toBe(200);
    const [stored] = await env.database.sql
      .delete(idempotentRequest)
      .where(sql`user_id = ${id}`)
      .returning();
    await env.database.sql.delete(user).where(sql`email = ${person.email}`);
    const client = await env.database.pool.connect();
    // As in a request whose operation has not ended.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `idempotency ${id} ${stored?.keyHash}`,
    ]);
    expect(await post(session, "foo", person)).toMatchObject({
      status: 409,
      body: { code: "IDEMPOTENCY_KEY_IN_USE" },
    });
    // The other process ends without an answer: nothing of it is left.
    await client.query("rollback");
    client.release();
    expect((await post(session, "foo", person)).status).toBe(200);
  });

  test("that failed changed nothing, and is tried again", async () => {
    const session = await signIn();
    const person = newUser();
    const created = (await rest("/users", { headers: session, body: person })).body as {
      id: string;
      version: number;
    };
    expect((await post(session, "retry", person)).status).toBe(409);
    expect((await post(session, "retry", { ...person, email: "x" })).status).toBe(400);
    await env.database.sql.delete(user).where(sql`id = ${created.id}`);
    expect((await post(session, "retry", person)).status).toBe(200);
  });

  test("gets no stored answer once the user has lost the permission, or after 24 hours", async () => {
    const { id } = (await env.addUser("admin")).caller.user;
    const session = await rest.signIn(id);
    const setRole = (role: string) =>
      env.database.sql
        .update(user)
        .set({ role })
        .where(sql`id = ${id}`);
    const person = newUser();
    expect((await post(session, "late", person)).status).toBe(200);
    await setRole("user");
    expect((await post(session, "late", person)).status).toBe(403);
    await setRole("admin");
    await env.database.sql.update(idempotentRequest).set({ createdAt: sql`now() - interval '24 hours'` });
    await deleteOldAnswers(env.database.sql);
    // The user exists.
    expect((await post(session, "late", person)).status).toBe(409);
    expect((await post(session, "late", newUser())).status).toBe(200);
  });

  test("that is empty, too long or not printable is rejected", async () => {
    const session = await signIn();
    for (const invalid of ["", '""', "a b", '"a', "é", "x".repeat(256)])
      expect(await post(session, invalid, newUser())).toMatchObject({
        status: 400,
        body: { code: "IDEMPOTENCY_KEY_INVALID" },
      });
  });

  test("is rejected where an answer may contain secrets, and ignored by other methods", async () => {
    const headers = { ...(await signIn()), "idempotency-key": "x" };
    expect((await rest("/users", { headers })).status).toBe(200);
    const call = await rest("/users/deletions", { headers, body: { items: [] } });
    expect(call).toMatchObject({ status: 400, body: { code: "IDEMPOTENCY_KEY_NOT_SUPPORTED" } });
  });

  test("counts for its user: at most 10,000 answers are stored", async () => {
    const { id } = (await env.addUser("admin")).caller.user;
    await env.database.pool.query(
      `insert into idempotent_request (user_id, key_hash, request_hash, answer)
       select $1, i, '', '' from generate_series(1, 10000) as i`,
      [id],
    );
    const response = await post(await rest.signIn(id), "next", newUser());
    expect(response).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
    expect(response.headers.get("retry-after")).toBe("3600");
  });
});
