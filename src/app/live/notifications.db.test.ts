import { eq, like, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { session } from "#features/auth/table.ts";
import { books } from "#features/books/table.ts";
import { genres } from "#features/genres/table.ts";
import { user } from "#features/users/table.ts";
import { createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { listen, type Listener } from "#server/database/listen.ts";

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
    channels: { flyleaf_changes: { onNotification: (payload) => void received.push(payload), onListen } },
  });
  await expect.poll(() => onListen.mock.calls).toHaveLength(1);
});
afterEach(() => listener.stop());

/** All notifications that the work causes, and no earlier ones: notifications arrive in the order of their commits. */
async function notificationsOf(work: () => Promise<unknown>): Promise<string[]> {
  await notify("begin");
  received = [];
  await work();
  await notify("end");
  return received.slice(0, -1);
}

async function notify(payload: string) {
  await database.pool.query("SELECT pg_notify('flyleaf_changes', $1)", [payload]);
  await expect.poll(() => received).toContain(payload);
}

async function addGenre(name: string): Promise<string> {
  const [genre] = await database.sql.insert(genres).values({ name, hue: 0 }).returning({ id: genres.id });
  return genre?.id ?? "";
}

test("a change of books or genres sends one notification, however many rows it changes", async () => {
  const genreId = await addGenre("One");
  const many = Array.from({ length: 50 }, (_, index) => ({ title: `Book ${index}`, author: "A", genreId }));
  expect(await notificationsOf(() => database.sql.insert(books).values(many))).toEqual(["books"]);
  expect(await notificationsOf(() => database.sql.update(books).set({ author: "B" }))).toEqual(["books"]);
  expect(await notificationsOf(() => database.sql.delete(books))).toEqual(["books"]);
  expect(await notificationsOf(() => database.sql.execute(sql`truncate book`))).toEqual(["books"]);
  expect(await notificationsOf(() => database.sql.update(genres).set({ hue: 1 }))).toEqual(["genres"]);
  expect(await notificationsOf(() => database.sql.delete(genres))).toEqual(["genres"]);
});

test("many statements of one transaction send one notification, on commit", async () => {
  const genreId = await addGenre("Two");
  const notifications = await notificationsOf(() =>
    database.sql.transaction(async (transaction) => {
      for (let index = 0; index < 20; index += 1)
        await transaction.insert(books).values({ title: `Import ${index}`, author: "A", genreId });
      expect(received).toEqual([]);
    }),
  );
  expect(notifications).toEqual(["books"]);
});

test("a rolled back change, and a statement that changes nothing, send no notification", async () => {
  const genreId = await addGenre("Three");
  const rollBack = () =>
    database.sql
      .transaction(async (transaction) => {
        await transaction.insert(books).values({ title: "Never", author: "A", genreId });
        throw new Error("rolled back");
      })
      .catch(() => undefined);
  expect(await notificationsOf(rollBack)).toEqual([]);
  const none = eq(books.title, "No book has this title");
  expect(await notificationsOf(() => database.sql.update(books).set({ author: "B" }).where(none))).toEqual(
    [],
  );
  expect(await notificationsOf(() => database.sql.delete(books).where(none))).toEqual([]);
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

test("changes of a user's role or ban are notified by the user's id, and other changes are not", async () => {
  await createCaller(database, "admin");
  const { user: person, sessionId } = await createCaller(database, "user");
  const change = (set: Partial<typeof user.$inferInsert>) =>
    notificationsOf(() => database.sql.update(user).set(set).where(eq(user.id, person.id)));
  expect(await change({ name: "Another" })).toEqual(["users"]);
  expect(await change({ role: "admin" })).toEqual([`user ${person.id}`, "users"]);
  expect((await change({ banned: true })).toSorted()).toEqual(
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
