import type { ContractRouterClient } from "@orpc/contract";
import { createRouterClient } from "@orpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { booksContract } from "./contract.ts";
import type { usersContract } from "#features/users/contract.ts";
import { user } from "#features/users/table.ts";
import { listViews } from "#resource/server/view/table.ts";
import { viewInputSchema, viewLimit } from "#resource/view-schema.ts";
import type { Caller } from "#rpc/context.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { api } from "../../app/request/api.server.ts";

/** Saved views of lists. Who may call what is tested for all operations in operations.db.test.ts. */

type Client = ContractRouterClient<{ books: typeof booksContract; users: typeof usersContract }>;

let database: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.sql.delete(listViews);
  admin = await createCaller(database, "admin");
});

const as = (caller: Caller) =>
  createRouterClient(api, { context: contextFor(database, caller) }) as unknown as Client;
const namesOf = async (caller: Caller) =>
  (await as(caller).books.views.list({})).views.map(({ name, isShared }) => `${name} ${isShared}`);

test("people see their own views of a list and those for everyone, by name", async () => {
  const [reader, other] = [await createCaller(database, "user"), await createCaller(database, "user")];
  await as(admin).books.views.create({ name: "poetry", search: { searchTerm: "verse" }, isShared: true });
  await as(reader).books.views.create({ name: "Zola", search: { sort: "-title", hidden: "author" } });
  await as(other).books.views.create({ name: "Other", search: {} });
  await as(admin).users.views.create({ name: "Banned", search: { banned: true } });
  expect(await namesOf(reader)).toEqual(["poetry true", "Zola false"]);
  expect(await namesOf(other)).toEqual(["Other false", "poetry true"]);
  expect(await as(reader).books.views.list({})).toMatchObject({
    canShare: false,
    views: [{ search: { searchTerm: "verse" } }, { search: { sort: "-title", hidden: "author" } }],
  });
  expect(await as(admin).users.views.list({})).toMatchObject({
    canShare: true,
    views: [{ name: "Banned", search: { banned: true } }],
  });
});

test("no one reaches another person's view, nor that of another list", async () => {
  const [owner, other] = [await createCaller(database, "user"), await createCaller(database, "user")];
  const { id } = await as(owner).books.views.create({ name: "Mine", search: {} });
  const shared = await as(admin).books.views.create({ name: "Ours", search: {}, isShared: true });
  const notFound = { code: "NOT_FOUND" };
  await expect(as(other).books.views.update({ id, name: "Theirs" })).rejects.toMatchObject(notFound);
  await expect(as(other).books.views.delete({ id })).rejects.toMatchObject(notFound);
  await expect(as(admin).books.views.delete({ id })).rejects.toMatchObject(notFound);
  await expect(as(admin).users.views.delete({ id: shared.id })).rejects.toMatchObject(notFound);
  expect(await namesOf(owner)).toEqual(["Mine false", "Ours true"]);
});

test("views for everyone need the permission to share them", async () => {
  const reader = await createCaller(database, "user");
  const { id } = await as(admin).books.views.create({ name: "Ours", search: {}, isShared: true });
  const { views } = as(reader).books;
  const forbidden = { code: "FORBIDDEN" };
  const shared = { name: "Theirs", search: {}, isShared: true };
  await expect(views.create(shared)).rejects.toMatchObject(forbidden);
  await expect(views.update({ id, name: "Theirs" })).rejects.toMatchObject(forbidden);
  await expect(views.delete({ id })).rejects.toMatchObject(forbidden);
  expect(await namesOf(reader)).toEqual(["Ours true"]);
});

test("a view is renamed, replaced and deleted", async () => {
  const { views } = as(admin).books;
  const { id } = await views.create({ name: "  Long   books ", search: { sort: "title" } });
  expect(await views.update({ id, name: "Short books" })).toMatchObject({ search: { sort: "title" } });
  expect(await views.update({ id, search: { sort: "-title" } })).toMatchObject({ name: "Short books" });
  expect(await namesOf(admin)).toEqual(["Short books false"]);
  await views.delete({ id });
  expect(await namesOf(admin)).toEqual([]);
});

test("names are unique for each owner and list, ignoring case", async () => {
  const { books, users } = as(admin);
  await books.views.create({ name: "Émile", search: {} });
  const duplicate = { code: "DUPLICATE_VIEW", data: { fields: ["name"] } };
  await expect(books.views.create({ name: "éMILE", search: {} })).rejects.toMatchObject(duplicate);
  await books.views.create({ name: "Émile", search: {}, isShared: true });
  await users.views.create({ name: "Émile", search: {} });
  const { id } = await books.views.create({ name: "Zola", search: {} });
  await expect(books.views.update({ id, name: "ÉMILE" })).rejects.toMatchObject(duplicate);
});

test.each([
  ["a blank name", { name: " ", search: {} }],
  ["a long name", { name: "x".repeat(61), search: {} }],
  ["a parameter that isn't a name", { name: "A", search: { "a b": "c" } }],
  ["a nested value", { name: "A", search: { sort: { a: 1 } } }],
  [
    "too many parameters",
    { name: "A", search: Object.fromEntries(Array.from("abcdefghijklmnopqrstu", (key) => [key, ""])) },
  ],
])("%s is rejected", async (_, input) => {
  await expect(as(admin).books.views.create(input as never)).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("of a search with too many parameters, none is read", () => {
  const search = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${index}`, {}]));
  const issues = viewInputSchema.safeParse({ name: "A", search }).error?.issues;
  expect(issues?.map(({ path }) => path)).toEqual([["search"]]);
});

test("any text can be stored, and parameters that the list doesn't know are kept", async () => {
  const search = { searchTerm: "a\0b\ud800", formerFilter: "x" };
  const view = await as(admin).books.views.create({ name: "Odd", search });
  expect(view.search).toEqual({ searchTerm: "a b\uFFFD", formerFilter: "x" });
});

test("each person has a bounded number of views, also if they are saved at the same time", async () => {
  const save = (name: number) => as(admin).books.views.create({ name: String(name), search: {} });
  for (let number = 1; number < viewLimit; number++) await save(number);
  const results = await Promise.allSettled([save(101), save(102), save(103)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(save(104)).rejects.toMatchObject({ code: "TOO_MANY_VIEWS" });
  await as(admin).books.views.create({ name: "For everyone", search: {}, isShared: true });
});

test("views are deleted with the account, those for everyone stay", async () => {
  await as(admin).books.views.create({ name: "Mine", search: {} });
  await as(admin).books.views.create({ name: "Ours", search: {}, isShared: true });
  await database.sql.delete(user).where(eq(user.id, admin.user.id));
  expect((await database.sql.select().from(listViews)).map(({ name }) => name)).toEqual(["Ours"]);
});
