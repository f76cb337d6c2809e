import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { session } from "#features/auth/table.ts";
import { books } from "#features/books/table.ts";
import { genres } from "#features/genres/table.ts";
import { user } from "#features/users/table.ts";
import { someone } from "../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { listen, type Listener } from "#server/live/listener.ts";

let database: TestDatabase;
let listener: Listener;
let heard: string[];
const onListening = vi.fn();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  heard = [];
  onListening.mockClear();
  listener = listen({
    connection: database.connection,
    log: { info: () => undefined, warn: () => undefined },
    onNews: (payload) => void heard.push(payload),
    onListening,
    times: { firstRetry: 10 },
  });
  await expect.poll(() => onListening.mock.calls).toHaveLength(1);
});
afterEach(() => listener.stop());

/** What was heard of a piece of work, all of it and nothing from before: what is told later is heard later. */
async function heardOf(work: () => Promise<unknown>): Promise<string[]> {
  await hear("from now on");
  heard = [];
  await work();
  await hear("that was all");
  return heard.slice(0, -1);
}

async function hear(word: string) {
  await database.pool.query("SELECT pg_notify('flyleaf_changes', $1)", [word]);
  await expect.poll(() => heard).toContain(word);
}

async function addGenre(name: string): Promise<string> {
  const [genre] = await database.sql.insert(genres).values({ name, hue: 0 }).returning({ id: genres.id });
  return genre?.id ?? "";
}

test("every change of books and genres is told of once, however many rows it has", async () => {
  const genreId = await addGenre("One");
  const many = Array.from({ length: 50 }, (_, index) => ({ title: `Book ${index}`, author: "A", genreId }));
  expect(await heardOf(() => database.sql.insert(books).values(many))).toEqual(["books"]);
  expect(await heardOf(() => database.sql.update(books).set({ author: "B" }))).toEqual(["books"]);
  expect(await heardOf(() => database.sql.delete(books))).toEqual(["books"]);
  expect(await heardOf(() => database.sql.execute(sql`truncate book`))).toEqual(["books"]);
  expect(await heardOf(() => database.sql.update(genres).set({ hue: 1 }))).toEqual(["genres"]);
  expect(await heardOf(() => database.sql.delete(genres))).toEqual(["genres"]);
});

test("many statements of one transaction are told of once, when it is committed", async () => {
  const genreId = await addGenre("Two");
  const told = await heardOf(() =>
    database.sql.transaction(async (transaction) => {
      for (let index = 0; index < 20; index += 1)
        await transaction.insert(books).values({ title: `Import ${index}`, author: "A", genreId });
      expect(heard).toEqual([]);
    }),
  );
  expect(told).toEqual(["books"]);
});

test("nothing is told of what was rolled back, and of what changed nothing", async () => {
  const genreId = await addGenre("Three");
  const rollBack = () =>
    database.sql
      .transaction(async (transaction) => {
        await transaction.insert(books).values({ title: "Never", author: "A", genreId });
        throw new Error("rolled back");
      })
      .catch(() => undefined);
  expect(await heardOf(rollBack)).toEqual([]);
  const nobody = eq(books.title, "Nobody has this title");
  expect(await heardOf(() => database.sql.update(books).set({ author: "B" }).where(nobody))).toEqual([]);
  expect(await heardOf(() => database.sql.delete(books).where(nobody))).toEqual([]);
});

test("an ended session is told of by its id, whatever ended it", async () => {
  const [revoked, deleted] = [await someone(database, "user"), await someone(database, "user")];
  expect(await heardOf(() => database.sql.delete(session).where(eq(session.id, revoked.sessionId)))).toEqual([
    `session ${revoked.sessionId}`,
  ]);
  expect(await heardOf(() => database.sql.delete(user).where(eq(user.id, deleted.user.id)))).toEqual([
    `session ${deleted.sessionId}`,
  ]);
});

test("of very many ended sessions it is only said that there were some", async () => {
  const { user: person } = await someone(database, "user");
  await database.sql.execute(sql`
    insert into session (token, user_id, expires_at)
    select 'many ' || i, ${person.id}::uuid, now() from generate_series(1, 150) as i`);
  const told = await heardOf(() => database.sql.delete(session).where(eq(session.userId, person.id)));
  expect(told).toEqual(["sessions"]);
});

test("changed rights are told of, and other changes of a person are not", async () => {
  await someone(database, "admin");
  const { user: person } = await someone(database, "user");
  const change = (set: Partial<typeof user.$inferInsert>) =>
    heardOf(() => database.sql.update(user).set(set).where(eq(user.id, person.id)));
  expect(await change({ name: "Another" })).toEqual([]);
  expect(await change({ role: "admin" })).toEqual([`user ${person.id}`]);
  expect(await change({ banned: true })).toEqual([`user ${person.id}`]);
});

test("nothing that is told holds a session's token", async () => {
  const { sessionId } = await someone(database, "user");
  const [stored] = await database.sql.select().from(session).where(eq(session.id, sessionId));
  const told = await heardOf(() => database.sql.delete(session).where(eq(session.id, sessionId)));
  expect(told.join()).not.toContain(stored?.token);
});

test("a lost connection is made again, and it is said that something may have been missed", async () => {
  expect(listener.health()).toBe("ok");
  const end = () =>
    database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'flyleaf changes' AND datname = current_database()`,
    );
  await end();
  await expect.poll(() => onListening.mock.calls).toHaveLength(2);
  expect(listener.health()).toBe("ok");
  expect(await heardOf(() => addGenre("After the loss"))).toEqual(["genres"]);
});

test("where the database can't be reached, health says so, and stopping doesn't wait for it", async () => {
  const warn = vi.fn();
  const nowhere = listen({
    connection: { host: "/nowhere", port: 5432, user: "nobody", database: "none" },
    log: { info: () => undefined, warn },
    onNews: () => undefined,
    onListening: () => undefined,
    times: { firstRetry: 1 },
  });
  await expect.poll(() => warn.mock.calls).toHaveLength(1);
  expect(nowhere.health()).toMatch(/^failing: /);
  await nowhere.stop();
  expect(warn).toHaveBeenCalledTimes(1);
});
