import { isContractProcedure } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OperationMeta } from "#rpc/operation.ts";
import { activity } from "#server/activity/table.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { allOf, type Write } from "../../../testing/feature-testing.ts";
import { viewWrites } from "../../../testing/view-writes.ts";
import { api, contract } from "./api.server.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Actions on resources that change nothing. `manager` is entering it. */
const readActions = ["read", "list", "get", "manager"];

/** Names of the operations whose permission lets their callers change something. */
function writesOf(part: object, path: string[] = []): string[] {
  if (!isContractProcedure(part))
    return Object.entries(part).flatMap(([name, inner]) => writesOf(inner as object, [...path, name]));
  const { permission } = part["~orpc"].meta as OperationMeta;
  if (permission === "public") return [];
  const actions = Object.values(permission).flat();
  return actions.every((action) => readActions.includes(action)) ? [] : [path.join(".")];
}

async function addUser(database: TestDatabase) {
  const { user, sessionId } = await createCaller(database, "user");
  return { ...user, sessionId };
}

// optional: api-keys
/** @returns the id of a user's new API key */
async function addKey(database: TestDatabase, userId: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into api_key (user_id, name, key_hash, start, permissions, expires_at)
     values ($1, 'Script', left(translate(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 43), 'key_ab',
       '{book:read}', now() + interval '1 day') returning id`,
    [userId],
  );
  return rows[0]?.id ?? "";
}
// end: api-keys

function onUser(action: string, id: string) {
  return { action, subjectType: "user", subjectId: id, subjectName: "Someone" };
}

const writes: Record<string, Write> = {
  ...Object.assign({}, ...allOf("writes")),
  ...viewWrites("users"), // optional: views
  async "users.create"() {
    const input = { name: "Ada", email: `${crypto.randomUUID()}@example.com`, roles: ["user"] };
    const after = { name: "Ada", email: input.email, emailVerified: false, isBanned: false, roles: "user" };
    return { input, entry: { action: "create", subjectName: "Ada", before: null, after } };
  },
  async "users.update"(database) {
    const { id, email } = await addUser(database);
    const input = { id, version: 1, name: "New", email, roles: ["user"] };
    const change = { before: { name: "Someone" }, after: { name: "New" } };
    return { input, entry: { action: "update", subjectType: "user", subjectId: id, ...change } };
  },
  async "users.delete"(database) {
    const { id } = await addUser(database);
    return { input: { id, version: 1 }, entry: onUser("delete", id) };
  },
  async "users.deleteMany"(database) {
    const { id } = await addUser(database);
    return { input: { items: [{ id, version: 1 }] }, entry: onUser("delete", id) };
  },
  async "users.ban"(database) {
    const { id } = await addUser(database);
    return { input: { id }, entry: onUser("ban", id) };
  },
  async "users.banMany"(database) {
    const { id } = await addUser(database);
    return { input: { ids: [id] }, entry: onUser("ban", id) };
  },
  async "users.unban"(database) {
    const { id } = await addUser(database);
    return { input: { id }, entry: onUser("unban", id) };
  },
  async "users.unbanMany"(database) {
    const { id } = await addUser(database);
    return { input: { ids: [id] }, entry: onUser("unban", id) };
  },
  async "auth.revokeUserSession"(database) {
    const { id, sessionId } = await addUser(database);
    return { input: { id, sessionId }, entry: onUser("revokeSessions", id) };
  },
  async "auth.revokeUserSessions"(database) {
    const { id } = await addUser(database);
    return { input: { id }, entry: onUser("revokeSessions", id) };
  },
  async "auth.revokeSessionsOfUsers"(database) {
    const { id } = await addUser(database);
    return { input: { ids: [id] }, entry: onUser("revokeSessions", id) };
  },
  // optional: api-keys
  async "auth.revokeUserKey"(database) {
    const { id } = await addUser(database);
    const keyId = await addKey(database, id);
    return { input: { id, keyId }, entry: { ...onUser("revokeKeys", id), before: { apiKey: "key_ab" } } };
  },
  async "auth.revokeUserKeys"(database) {
    const { id } = await addUser(database);
    await addKey(database, id);
    return { input: { id }, entry: { ...onUser("revokeKeys", id), before: { apiKeys: 1 } } };
  },
  // end: api-keys
  // optional: impersonation
  async "users.impersonate"(database) {
    const { id } = await addUser(database);
    return { input: { id }, entry: onUser("impersonate", id) };
  },
  // end: impersonation
};

/** A user's own account: what of it is recorded is tested in features/auth. */
const own = /^auth\.(?!revoke(User|SessionsOf))/;

test("every write is in the list of the tests below", () => {
  const missing = writesOf(contract).filter((name) => !own.test(name) && !(name in writes));
  expect(missing).toEqual([]);
});

describe.each(Object.entries(writes))("%s", (name, prepare) => {
  test("leaves an activity entry, which names the caller", async () => {
    const caller = await createCaller(database, "admin");
    const { input, entry } = await prepare(database, caller);
    const client: unknown = createRouterClient(api, { context: contextFor(database, caller) });
    const operation = name
      .split(".")
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], client);
    await (operation as (input: unknown) => Promise<unknown>)(input);
    const [newest] = await database.sql.select().from(activity).orderBy(desc(activity.id)).limit(1);
    expect(newest).toMatchObject({ ...entry, actorId: caller.user.id });
  });
});
