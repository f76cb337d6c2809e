import { createRouterClient } from "@orpc/server";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { session } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";
import { aroundOperation } from "#rpc/around-operation.server.ts";
import type { Caller } from "#rpc/context.ts";
import { handleAsOperation } from "#rpc/handle-as-operation.server.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contextFor, createCaller, outcomeOf } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { writes } from "../../../testing/writes.ts";
import { api } from "./api.server.ts";

/* An operation found its caller, whose account is deleted, or whose session ends, before it writes. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await createCaller(database, "admin"); // The last administrator can't be deleted.
});
afterAll(() => database.drop());

const deleteUser = ({ user: { id } }: Caller) => database.sql.delete(user).where(eq(user.id, id));
const endSession = ({ sessionId }: Caller) => database.sql.delete(session).where(eq(session.id, sessionId));

async function call(caller: Caller, name: string, input: unknown): Promise<unknown> {
  const context = contextFor(database, caller);
  const client: unknown = createRouterClient(api, { context, interceptors: aroundOperation });
  const operation = name
    .split(".")
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], client);
  return await (operation as (input: unknown) => Promise<unknown>)(input);
}

/** Inputs of the operations of a user's own account. */
const ownWrites: Record<string, object> = {
  "auth.onboard": { name: "Ada" },
  "auth.rename": { name: "Ada" },
  "auth.requestConfirmation": {},
  "auth.confirm": { code: "123456" },
  "auth.requestVerification": {},
  "auth.verifyEmail": { code: "123456" },
  "auth.requestEmailChange": { email: "ada@example.com" },
  "auth.changeEmail": { email: "ada@example.com", code: "123456" },
  "auth.requestDeletion": {},
  "auth.deleteAccount": { code: "123456" },
  "auth.createKey": { name: "Script", permissions: ["user:list"] }, // optional: api-keys
};

describe.each([
  ["whose account was deleted", deleteUser],
  ["whose session has ended", endSession],
])("a caller %s", (_, end) => {
  test.each([...Object.keys(writes), ...Object.keys(ownWrites)])("makes no failure of %s", async (name) => {
    await database.sql.execute(sql`delete from budget`);
    const caller = await createCaller(database, "admin");
    const input = ownWrites[name] ?? (await writes[name]?.(database, caller))?.input;
    await end(caller);
    const outcome = await outcomeOf(call(caller, name, input));
    expect(outcome).not.toMatch(/INTERNAL_SERVER_ERROR|BAD_REQUEST|NOT_FOUND/);
  });

  test("can't request a code any more", async () => {
    const caller = await createCaller(database, "user");
    await end(caller);
    expect(await outcomeOf(call(caller, "auth.requestVerification", {}))).toBe("UNAUTHORIZED");
  });
});

test.each<[string, object]>([
  ["auth.requestDeletion", {}],
  ["auth.createKey", { name: "Script", permissions: ["user:list"] }], // optional: api-keys
  ["users.views.create", { name: "Late", search: {}, isShared: false }], // optional: views
])("%s that waits for the deletion of its caller's account is UNAUTHORIZED", async (name, input) => {
  const caller = await createCaller(database, "admin");
  const other = await database.pool.connect();
  await other.query("begin");
  await other.query('delete from "user" where id = $1', [caller.user.id]);
  const outcome = outcomeOf(call(caller, name, input));
  const isWaiting = async () =>
    (
      await database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(isWaiting).toBe(1);
  await other.query("commit");
  other.release();
  expect(await outcome).toBe("UNAUTHORIZED");
});

/** The columns that refer to a user or a session, of every table, also a product's own. */
async function references() {
  const { rows } = await database.pool.query<{
    table: string;
    column: string;
    refersTo: "user" | "session";
  }>(`
    select conrelid::regclass::text as table, attname as column, replace(confrelid::regclass::text, '"', '') as "refersTo"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('"user"'::regclass, 'session'::regclass) order by 1, 2`);
  return rows;
}

/** Inserts a row with one value, past all of its table's other rules, and takes everything back. */
async function insertOnly(table: string, column: string, id: string): Promise<void> {
  await database.sql.transaction(async (transaction) => {
    const run = (statement: string) => transaction.execute(sql.raw(statement));
    const { rows } = await run(`
      select format('alter table ${table} drop constraint %I cascade', conname) as statement
      from pg_constraint as own where conrelid = '${table}'::regclass
        and (contype = 'c' or contype = 'p' and not exists (select from pg_constraint where confrelid = own.conrelid))
      union all select format('alter table ${table} alter column %I drop not null', attname)
      from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attnotnull and attidentity = ''
        and (not atthasdef or attgenerated <> '')`);
    const statements = rows
      .map(({ statement }) => String(statement))
      .toSorted()
      .toReversed();
    for (const statement of [...statements, `alter table ${table} disable trigger user`])
      await run(statement);
    await run(`insert into ${table} (${column}) values ('${id}')`);
    transaction.rollback();
  });
}

test("every reference to the caller that no longer exists is UNAUTHORIZED, and another one a failure", async () => {
  await database.pool.query(
    'create table favorite (id int primary key, fan_id uuid not null references "user" (id), during_id uuid references session (id))',
  );
  const all = await references();
  expect(all.map(({ table, column }) => `${table}.${column}`)).toEqual(
    expect.arrayContaining([
      "favorite.fan_id",
      "favorite.during_id",
      "session.user_id",
      "sign_in_code.session_id",
    ]),
  );
  const caller = await createCaller(database, "user");
  await deleteUser(caller);
  const others = await createCaller(database, "user");
  for (const { table, column, refersTo } of all) {
    const id = refersTo === "user" ? caller.user.id : caller.sessionId;
    const insertAs = (by: Caller) =>
      outcomeOf(
        maskUnexpectedErrors({
          context: contextFor(database, by),
          next: () => insertOnly(table, column, id),
        }),
      );
    expect([table, column, await insertAs(caller)]).toEqual([table, column, "UNAUTHORIZED"]);
    expect([table, column, await insertAs(others)]).toEqual([table, column, "INTERNAL_SERVER_ERROR"]);
  }
});

test("so it is in uploads and downloads", async () => {
  const caller = await createCaller(database, "user");
  await deleteUser(caller);
  const context = contextFor(database, caller);
  const handle = handleAsOperation(async () => {
    await insertOnly("sign_in_code", "session_id", caller.sessionId);
    return new Response();
  });
  const services = { log: context.log } as RequestContext["services"];
  const request = new Request("http://localhost:3000/api/covers", { method: "POST" });
  const handled = { operationContext: () => Promise.resolve(context), requestId: "test", services };
  expect((await handle({ request, context: handled })).status).toBe(401);
});

test("deleting an account to which another table refers is a failure, not a missing caller", async () => {
  const caller = await createCaller(database, "user");
  await database.pool.query('create table note (author_id uuid references "user" (id))');
  await database.pool.query("insert into note values ($1)", [caller.user.id]);
  const outcome = outcomeOf(
    maskUnexpectedErrors({
      context: contextFor(database, caller),
      next: async () => await deleteUser(caller),
    }),
  );
  expect(await outcome).toBe("INTERNAL_SERVER_ERROR");
});
