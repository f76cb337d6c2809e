import { gzipSync } from "node:zlib";
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

async function write(file: string | Buffer, query: Record<string, string> = {}) {
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
  expect(await write(file)).toMatchObject({ isWritten: false, missing: [{ field: "genre", count: 2 }] });
  expect(await write(file, { adds: "true" })).toMatchObject({ isWritten: true });
  const added = await database.sql.select().from(genres).orderBy(asc(genres.name));
  expect(added.map(({ name }) => name)).toEqual(["Classic", "Gothic", "Noir", "Poésie"]);
  expect(new Set(added.map(({ hue }) => hue)).size).toBe(3);
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const row = (title: string) => `${header}${title},A,Classic,\n`;

test.each<[string, Buffer]>([
  ["NUL in UTF-16", utf16(row("a\0b"))],
  ["half of a surrogate pair in UTF-16", utf16(row("a\ud800b"))],
  ["UTF-16 without its last byte", utf16(row("ab")).subarray(0, -1)],
  ["UTF-16 without a byte order mark", utf16(row("ab")).subarray(2)],
  ["big-endian UTF-16", utf16(row("a\0b")).swap16()],
  ["UTF-32", Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(row("ab"))])],
  ["NUL in UTF-8", Buffer.from(row("a\0b"))],
  [
    "invalid UTF-8",
    Buffer.concat([Buffer.from(row("ab")), Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80])]),
  ],
  ["control characters", Buffer.from(row("a\u0001\u001b[2J\u007f\u202e\u2028b"))],
  ["a gzip file", gzipSync(row("ab"))],
  ["a field of a megabyte", Buffer.from(row("x".repeat(1_000_000)))],
  ["200,000 columns", Buffer.from(row(",".repeat(200_000)))],
  ["200,000 columns in the header", Buffer.from(`${"a,".repeat(200_000)}\n${row("ab")}`)],
  ["a quote that is never closed", Buffer.from(row('"ab'))],
  ["nothing but a byte order mark", Buffer.from("\ufeff")],
  ["names of prototypes", Buffer.from("__proto__,constructor\n__proto__,toString\n")],
])("a file with %s is previewed, and imported or its problems are reported", async (_, file) => {
  const preview = await importBooks.upload(
    importRequest(file.subarray(0, 60_000), { mode: "columns" }),
    context,
  );
  expect(preview.status).toBe(200);
  const result = await write(file);
  expect(result.isWritten).toBe(result.problems.length === 0);
  for (const { title } of await stored()) expect(title).not.toMatch(/\p{Cc}/u);
});
