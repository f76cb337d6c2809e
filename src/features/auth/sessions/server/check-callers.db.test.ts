import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user } from "#features/users/table.ts";
import type { Caller } from "#rpc/context.ts";
import { callerTransaction } from "#rpc/caller-transaction.server.ts";
import { contextFor, createCaller, outcomeOf } from "../../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../testing/database.ts";
import { apiKey, session } from "../../table.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  // The last administrator can't be banned.
  await createCaller(database, "admin");
});
afterAll(() => database.drop());

const setUser = ({ user: { id } }: Caller, values: Partial<typeof user.$inferInsert>) =>
  database.sql.update(user).set(values).where(eq(user.id, id));

const now = sql`clock_timestamp()`;
const setSession = ({ sessionId }: Caller, values: Record<string, unknown>) =>
  database.sql.update(session).set(values).where(eq(session.id, sessionId));

/** What becomes of a transaction of a caller during whose request something happens. */
async function outcomeAfter(caller: Caller, happens: () => Promise<unknown>): Promise<string> {
  const context = contextFor(database, caller);
  const transaction = database.sql.transaction(async (sql) => {
    // The transaction's time is before what happens.
    await sql.execute("select now()");
    await happens();
    await context.lockCaller(sql);
  });
  return await outcomeOf(transaction);
}

describe("during a request, its caller", () => {
  test.each<[string, (caller: Caller) => Promise<unknown>]>([
    ["is banned", (caller) => setUser(caller, { banned: true })],
    [
      "is banned for an hour",
      (caller) => setUser(caller, { banned: true, banExpires: new Date(Date.now() + 3_600_000) }),
    ],
    ["is deleted", ({ user: { id } }) => database.sql.delete(user).where(eq(user.id, id))],
    ["is signed out", ({ sessionId }) => database.sql.delete(session).where(eq(session.id, sessionId))],
    ["has a session that expires", (caller) => setSession(caller, { expiresAt: now })],
    [
      "has a session that is 90 days old",
      (caller) => setSession(caller, { createdAt: sql`now() - interval '90 days'` }),
    ],
  ])("%s: the transaction is rejected, as without a session", async (_, happens) => {
    const caller = await createCaller(database, "admin");
    expect(await outcomeAfter(caller, () => happens(caller))).toBe("UNAUTHORIZED");
  });

  test("loses a role: the transaction is rejected, as without the permission", async () => {
    const caller = await createCaller(database, "admin");
    expect(await outcomeAfter(caller, () => setUser(caller, { role: "user" }))).toBe("FORBIDDEN");
  });

  test.each<[string, (caller: Caller) => Promise<unknown>]>([
    ["gets another role", (caller) => setUser(caller, { role: "user,admin" })],
    ["gets a new token", (caller) => setSession(caller, { token: crypto.randomUUID() })],
    ["was banned, and no longer is", (caller) => setUser(caller, { banned: false })],
  ])("%s: the transaction is committed", async (_, happens) => {
    const caller = await createCaller(database, "user");
    expect(await outcomeAfter(caller, () => happens(caller))).toBe("done");
  });

  // optional: api-keys
  test.each<[string, string, (caller: Caller) => Promise<unknown>]>([
    ["UNAUTHORIZED", "revokes the API key", (caller) => setKey(caller, { expiresAt: now })],
    ["UNAUTHORIZED", "is banned", (caller) => setUser(caller, { banned: true })],
    ["FORBIDDEN", "loses a role", (caller) => setUser(caller, { role: "user" })],
    [
      "done",
      "is signed out",
      ({ user: { id } }) => database.sql.delete(session).where(eq(session.userId, id)),
    ],
  ])("with an API key: %s if the user %s", async (expected, _, happens) => {
    const caller = await withKey(await createCaller(database, "admin"));
    expect(await outcomeAfter(caller, () => happens(caller))).toBe(expected);
  });

  const setKey = ({ sessionId }: Caller, values: Record<string, unknown>) =>
    database.sql.update(apiKey).set(values).where(eq(apiKey.id, sessionId));

  /** The caller with an API key, in place of their session. */
  async function withKey(caller: Caller): Promise<Caller> {
    const permissions = ["book:read", "book:create"];
    const [key] = await database.sql
      .insert(apiKey)
      .values({
        userId: caller.user.id,
        name: "Script",
        keyHash: `${crypto.randomUUID()}0000000`,
        start: "key_ab",
        permissions,
        expiresAt: new Date(Date.now() + 3_600_000),
      })
      .returning({ id: apiKey.id, name: apiKey.name });
    if (!key) throw new Error("The key was not stored");
    return { ...caller, sessionId: key.id, key, user: { ...caller.user, keyPermissions: permissions } };
  }
  // end: api-keys
});

test("without a caller, nothing is committed", async () => {
  const context = contextFor(database, null);
  expect(await outcomeOf(callerTransaction(context, () => Promise.resolve()))).toBe("UNAUTHORIZED");
});

test("a ban that is under way wins, and neither waits for the other for ever", async () => {
  const caller = await createCaller(database, "admin");
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query(`select from "user" where id = $1 for update`, [caller.user.id]);
    const committing = outcomeOf(callerTransaction(contextFor(database, caller), () => Promise.resolve()));
    await expect.poll(waitingCount).toBe(1);
    // Its trigger deletes the session.
    await client.query(`update "user" set banned = true where id = $1`, [caller.user.id]);
    await client.query("commit");
    expect(await committing).toBe("UNAUTHORIZED");
  } finally {
    client.release();
  }
});

test.each([
  ["a ban", `update "user" set banned = true where id = $1`],
  ["a change of roles", `update "user" set role = 'user' where id = $1`],
  ["a sign-out", "delete from session where user_id = $1"],
])("%s waits for the commit of a caller who was checked before", async (_, statement) => {
  const caller = await createCaller(database, "admin");
  const committed: string[] = [];
  let change: Promise<unknown> | undefined;
  await callerTransaction(contextFor(database, caller), async () => {
    change = database.pool.query(statement, [caller.user.id]).then(() => committed.push("change"));
    await expect.poll(waitingCount).toBe(1);
    committed.push("work");
  });
  await change;
  expect(committed).toEqual(["work", "change"]);
});

/** How many transactions wait for a lock. */
async function waitingCount(): Promise<number> {
  const { rows } = await database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
