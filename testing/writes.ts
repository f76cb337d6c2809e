import { createCaller } from "./context.ts";
import type { TestDatabase } from "./database.ts";
import { allOf, type Write } from "./feature-testing.ts";
import { viewWrites } from "./view-writes.ts";

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

/** The operations that change something, besides those of a user's own account. */
export const writes: Record<string, Write> = {
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
