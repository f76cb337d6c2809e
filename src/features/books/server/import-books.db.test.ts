import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import type { OperationContext } from "#rpc/context.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { importOptions, importRequest, importResult } from "../../../../testing/csv-import.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { importFields } from "../import-fields.ts";
import { bookCounts, books } from "../table.ts";
import { importBooks } from "./import-books.ts";

// src/resource/server/import tests imports of every kind.

let database: TestDatabase;
let context: OperationContext;

beforeAll(async () => {
  database = await createTestDatabase();
  context = contextFor(database, await createCaller(database, "admin"));
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(books);
  await database.sql.delete(genres);
  await database.sql.insert(genres).values(["Classic", "Poésie"].map((name) => ({ name, hue: 90 })));
});

const header = "Title,Author,Genre,Publisher\n";
const options = importOptions(Object.keys(importFields));

async function write(file: string, query: Record<string, string> = {}) {
  const request = importRequest(file, { ...options, ...query, mode: "write" });
  return await importResult(await importBooks.upload(request, context));
}

const stored = () => database.sql.select().from(books).orderBy(asc(books.title));

test("books are added with their genres, and counted", async () => {
  const file = `${header}L'Étranger ,Albert  Camus,classic,Gallimard\n'=1+1,-,${"POÉSIE".normalize("NFD")},\n`;
  expect(await write(file)).toMatchObject({ rows: 2, isWritten: true });
  expect(await stored()).toMatchObject([
    { title: "=1+1", author: "-", publisher: null, version: 1 },
    { title: "L'Étranger", author: "Albert Camus", publisher: "Gallimard", version: 1 },
  ]);
  expect(await database.sql.select({ count: bookCounts.count }).from(bookCounts)).toContainEqual({
    count: 1,
  });
});

test("a title that its author has already is reported by row, as are invalid texts", async () => {
  await write(`${header}Émile,Rousseau,Classic,\n`);
  const result = await write(`${header}ÉMILE,rousseau,Classic,\n,A,Classic,${"y".repeat(121)}\n`);
  expect(result.isWritten).toBe(false);
  expect(result.problems.map(({ row, field, text }) => [row, field, text])).toEqual([
    [2, "title", "books:errors.titleUsed"],
    [3, "title", "books:errors.titleRequired"],
    [3, "publisher", "common:errors.tooLong?count=120"],
  ]);
});

test("missing genres are reported, or added in colors of their own", async () => {
  const file = `${header}A,A,Noir,\nB,A,NOIR,\nC,A,Gothic,\n`;
  expect(await write(file)).toMatchObject({ isWritten: false, missing: { field: "genre", count: 2 } });
  expect(await write(file, { adds: "true" })).toMatchObject({ isWritten: true });
  const added = await database.sql.select().from(genres).orderBy(asc(genres.name));
  expect(added.map(({ name }) => name)).toEqual(["Classic", "Gothic", "Noir", "Poésie"]);
  expect(new Set(added.map(({ hue }) => hue)).size).toBe(3);
});
