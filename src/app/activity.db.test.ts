import { isContractProcedure } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { books } from "#features/books/table.ts";
import { genres } from "#features/genres/table.ts";
import { deleteRecords } from "#resource/server/record-store.ts";
import { listViews } from "#resource/server/view/table.ts";
import type { Caller } from "#rpc/context.ts";
import type { OperationMeta } from "#rpc/operation.ts";
import { activity } from "#server/activity/table.ts";
import { contextFor, createCaller } from "../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
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

async function addGenre() {
  const [genre] = await database.sql.insert(genres).values({ name: crypto.randomUUID(), hue: 1 }).returning();
  if (!genre) throw new Error("The genre was not stored");
  return genre;
}

async function addBook() {
  const values = { title: crypto.randomUUID(), author: "A", genreId: (await addGenre()).id };
  const [book] = await database.sql.insert(books).values(values).returning();
  if (!book) throw new Error("The book was not stored");
  return book;
}

async function addUser() {
  const { user, sessionId } = await createCaller(database, "user");
  return { ...user, sessionId };
}

type Write = (caller: Caller) => Promise<{ input: unknown; entry: object }>;

/** The writes of views for everyone. */
function viewWrites(list: string): Record<string, Write> {
  const change = { subjectType: "view" };
  async function addView() {
    const [view] = await database.sql
      .insert(listViews)
      .values({ list, name: crypto.randomUUID(), search: { sort: "-title" } })
      .returning();
    return view;
  }
  return {
    [`${list}.views.createShared`]: async () => ({
      input: { name: "Late", search: { searchTerm: "a" } },
      entry: { action: "create", subjectName: "Late", after: { name: "Late", list, search: "searchTerm=a" } },
    }),
    [`${list}.views.updateShared`]: async () => ({
      input: { id: (await addView())?.id, search: {} },
      entry: { action: "update", ...change, before: { search: "sort=-title" }, after: { search: "" } },
    }),
    [`${list}.views.deleteShared`]: async () => ({
      input: { id: (await addView())?.id },
      entry: { action: "delete", ...change, after: null },
    }),
  };
}

/** For each write a valid input, and the entry that it leaves. */
const writes: Record<string, Write> = {
  ...viewWrites("books"),
  ...viewWrites("users"),
  async "books.create"() {
    const input = { title: "Emma", author: "Jane Austen", genreId: (await addGenre()).id };
    return { input, entry: { action: "create", subjectName: "Emma", before: null } };
  },
  async "books.update"() {
    const { id, version, title, author, genreId } = await addBook();
    const input = { id, version, title: "New", author, genreId, publisher: null };
    const change = { before: { title }, after: { title: "New" } };
    return {
      input,
      entry: { action: "update", subjectType: "book", subjectId: id, subjectName: "New", ...change },
    };
  },
  async "books.delete"() {
    const { id, version, title } = await addBook();
    return {
      input: { id, version },
      entry: { action: "delete", subjectId: id, subjectName: title, after: null },
    };
  },
  async "books.deleteMany"() {
    const { id, version, title } = await addBook();
    return {
      input: { items: [{ id, version }] },
      entry: { action: "delete", subjectId: id, subjectName: title },
    };
  },
  async "books.restore"({ user }) {
    const { id, title } = await addBook();
    await deleteRecords(database.sql, books, [id], user.id);
    return { input: { ids: [id] }, entry: { action: "restore", subjectId: id, subjectName: title } };
  },
  async "genres.restore"({ user }) {
    const { id, name } = await addGenre();
    await deleteRecords(database.sql, genres, [id], user.id);
    return { input: { ids: [id] }, entry: { action: "restore", subjectId: id, subjectName: name } };
  },
  async "genres.create"() {
    return {
      input: { name: "Essay", hue: 7 },
      entry: { action: "create", after: { name: "Essay", hue: 7 } },
    };
  },
  async "genres.update"() {
    const { id, version } = await addGenre();
    const change = { before: { hue: 1 }, after: { hue: 9 } };
    return { input: { id, version, hue: 9 }, entry: { action: "update", subjectType: "genre", ...change } };
  },
  async "genres.delete"() {
    const { id, name, version } = await addGenre();
    return { input: { id, version }, entry: { action: "delete", subjectType: "genre", subjectName: name } };
  },
  async "users.create"() {
    const input = { name: "Ada", email: `${crypto.randomUUID()}@example.com`, roles: ["user"] };
    const after = { name: "Ada", email: input.email, emailVerified: false, isBanned: false, roles: "user" };
    return { input, entry: { action: "create", subjectName: "Ada", before: null, after } };
  },
  async "users.update"() {
    const { id, email } = await addUser();
    const input = { id, version: 1, name: "New", email, roles: ["user"] };
    const change = { before: { name: "Someone" }, after: { name: "New" } };
    return { input, entry: { action: "update", subjectType: "user", subjectId: id, ...change } };
  },
  async "users.delete"() {
    const { id } = await addUser();
    return { input: { id, version: 1 }, entry: onUser("delete", id) };
  },
  async "users.deleteMany"() {
    const { id } = await addUser();
    return { input: { items: [{ id, version: 1 }] }, entry: onUser("delete", id) };
  },
  async "users.ban"() {
    const { id } = await addUser();
    return { input: { id }, entry: onUser("ban", id) };
  },
  async "users.banMany"() {
    const { id } = await addUser();
    return { input: { ids: [id] }, entry: onUser("ban", id) };
  },
  async "users.unban"() {
    const { id } = await addUser();
    return { input: { id }, entry: onUser("unban", id) };
  },
  async "users.unbanMany"() {
    const { id } = await addUser();
    return { input: { ids: [id] }, entry: onUser("unban", id) };
  },
  async "users.revokeSession"() {
    const { id, sessionId } = await addUser();
    return { input: { id, sessionId }, entry: onUser("revokeSessions", id) };
  },
  async "users.revokeSessions"() {
    const { id } = await addUser();
    return { input: { id }, entry: onUser("revokeSessions", id) };
  },
  async "users.revokeSessionsMany"() {
    const { id } = await addUser();
    return { input: { ids: [id] }, entry: onUser("revokeSessions", id) };
  },
  async "users.impersonate"() {
    const { id } = await addUser();
    return { input: { id }, entry: onUser("impersonate", id) };
  },
};

function onUser(action: string, id: string) {
  return { action, subjectType: "user", subjectId: id, subjectName: "Someone" };
}

/** A user's own account: what of it is recorded is tested in features/auth. */
const own = /^auth\./;

test("every write is in the list of the tests below", () => {
  const missing = writesOf(contract).filter((name) => !own.test(name) && !(name in writes));
  expect(missing).toEqual([]);
});

describe.each(Object.entries(writes))("%s", (name, prepare) => {
  test("leaves an activity entry, which names the caller", async () => {
    const caller = await createCaller(database, "admin");
    const { input, entry } = await prepare(caller);
    const client: unknown = createRouterClient(api, { context: contextFor(database, caller) });
    const operation = name
      .split(".")
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], client);
    await (operation as (input: unknown) => Promise<unknown>)(input);
    const [newest] = await database.sql.select().from(activity).orderBy(desc(activity.id)).limit(1);
    expect(newest).toMatchObject({ ...entry, actorId: caller.user.id });
  });
});
