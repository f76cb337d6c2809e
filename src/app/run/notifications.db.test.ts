import { randomUUID } from "node:crypto";
import { eq, like, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fixedNames } from "#brand/fixed-names.ts";
import { session } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";
import { createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { listen, type Listener } from "#server/notifications/listen.ts";
import { sendNotifications } from "#server/notifications/send-notifications.ts";

let database: TestDatabase;
let listener: Listener;
let received: string[];
const onListen = vi.fn();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  received = [];
  onListen.mockClear();
  listener = listen({
    connection: database.connection,
    log: { info: () => undefined, warn: () => undefined },
    channels: {
      [fixedNames.changesChannel]: { onNotification: (payload) => void received.push(payload), onListen },
    },
  });
  await expect.poll(() => onListen.mock.calls).toHaveLength(1);
});
afterEach(() => listener.stop());

/** All notifications that are sent after the work, in alphabetical order, and no earlier ones. */
async function notificationsOf(work: () => Promise<unknown>): Promise<string[]> {
  await sendNotifications(database);
  await notify("begin");
  await work();
  await notify("worked");
  // Writers that notified themselves would commit one after the other.
  expect(received.at(-2)).toBe("begin");
  received = [];
  await sendNotifications(database);
  await notify("end");
  return received.slice(0, -1).toSorted();
}

/** Waits until a notification has arrived, and with it all that were sent before. */
async function notify(payload: string) {
  await database.pool.query("SELECT pg_notify($1, $2)", [fixedNames.changesChannel, payload]);
  await expect.poll(() => received).toContain(payload);
}

/** New users, whose emails begin with a word. */
const people = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `${word}${index}@example.com` }));

const those = (word: string) => like(user.email, `${word}%`);

test("a change of a table sends one notification, however many rows it changes", async () => {
  const { sql: users } = database;
  expect(await notificationsOf(() => users.insert(user).values(people("one", 50)))).toEqual(["users"]);
  expect(await notificationsOf(() => users.update(user).set({ name: "B" }).where(those("one")))).toEqual([
    "users",
  ]);
  expect(await notificationsOf(() => users.delete(user).where(those("one")))).toEqual(["users"]);
});

test("many statements of one transaction send one notification, once it is committed", async () => {
  const notifications = await notificationsOf(() =>
    database.sql.transaction(async (transaction) => {
      for (const person of people("two", 20)) await transaction.insert(user).values(person);
      expect(await sendNotifications(database)).toBe(0);
    }),
  );
  expect(notifications).toEqual(["users"]);
});

test("a role that may only write to a table needs no right to notify", async () => {
  const role = `writer_${randomUUID()}`;
  await database.pool.query(`CREATE ROLE "${role}"; GRANT INSERT ON activity TO "${role}"`);
  try {
    const write = () =>
      database.sql.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`SET LOCAL ROLE "${role}"`));
        await transaction.execute(sql`INSERT INTO activity (action, subject_type) VALUES ('update', 'note')`);
      });
    expect(await notificationsOf(write)).toEqual(["activity"]);
  } finally {
    await database.pool.query(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
  }
});

test("a rolled back change, and a statement that changes nothing, send no notification", async () => {
  const rollBack = () =>
    database.sql
      .transaction(async (transaction) => {
        await transaction.insert(user).values(people("three", 1));
        throw new Error("rolled back");
      })
      .catch(() => undefined);
  expect(await notificationsOf(rollBack)).toEqual([]);
  const change = { name: "B" };
  expect(await notificationsOf(() => database.sql.update(user).set(change).where(those("no")))).toEqual([]);
  expect(await notificationsOf(() => database.sql.delete(user).where(those("no")))).toEqual([]);
});

test("a deleted session is notified by its id, whatever deleted it", async () => {
  const [revoked, deleted] = [await createCaller(database, "user"), await createCaller(database, "user")];
  expect(
    await notificationsOf(() => database.sql.delete(session).where(eq(session.id, revoked.sessionId))),
  ).toEqual([`session ${revoked.sessionId}`, "userSessions"]);
  expect(await notificationsOf(() => database.sql.delete(user).where(eq(user.id, deleted.user.id)))).toEqual(
    expect.arrayContaining([`session ${deleted.sessionId}`, "users", "userSessions"]),
  );
});

test("very many deleted sessions are notified together, without ids", async () => {
  await database.sql.execute(sql`
    with people as (
      insert into "user" (email) select 'many' || i || '@example.com' from generate_series(1, 150) as i returning id
    )
    insert into session (token, user_id, expires_at) select 'many ' || id, id, now() from people`);
  const notifications = await notificationsOf(() =>
    database.sql.delete(session).where(like(session.token, "many %")),
  );
  expect(notifications).toEqual(["sessions", "userSessions"]);
});

// optional: api-keys
test("that a user's API keys were created or ended is notified, and their use is not", async () => {
  const { user: person } = await createCaller(database, "user");
  const run = (statement: string) => notificationsOf(() => database.pool.query(statement, [person.id]));
  const created = `insert into api_key (user_id, name, key_hash, start, permissions, expires_at)
    values ($1, 'Script', repeat('n', 43), 'x', '{book:read}', now() + interval '1 day')`;
  expect(await run(created)).toEqual(["userKeys"]);
  expect(await run("update api_key set last_used_at = now() where user_id = $1")).toEqual([]);
  expect(await run("update api_key set expires_at = now() where user_id = $1")).toEqual(["userKeys"]);
});
// end: api-keys

test("changes of a user's role or ban are notified by the user's id, and other changes are not", async () => {
  await createCaller(database, "admin");
  const { user: person, sessionId } = await createCaller(database, "user");
  const change = (set: Partial<typeof user.$inferInsert>) =>
    notificationsOf(() => database.sql.update(user).set(set).where(eq(user.id, person.id)));
  expect(await change({ name: "Another" })).toEqual(["users"]);
  expect(await change({ role: "admin" })).toEqual([`user ${person.id}`, "users"]);
  expect(await change({ banned: true })).toEqual(
    [`session ${sessionId}`, `user ${person.id}`, "userSessions", "users"].toSorted(),
  );
});

test("no notification contains a session's token", async () => {
  const { sessionId } = await createCaller(database, "user");
  const [stored] = await database.sql.select().from(session).where(eq(session.id, sessionId));
  const notifications = await notificationsOf(() =>
    database.sql.delete(session).where(eq(session.id, sessionId)),
  );
  expect(notifications.join()).not.toContain(stored?.token);
});
