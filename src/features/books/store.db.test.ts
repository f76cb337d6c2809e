import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { createRecord, deleteRecords, updateRecord } from "#resource/server/record-store.ts";
import { countBooksByGenre, findBooks, listLatestBooks, suggestNames } from "./store.ts";
import { books } from "./table.ts";

let database: TestDatabase;
let genreId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const [genre] = await database.sql.insert(genres).values({ name: "Classic", hue: 90 }).returning();
  genreId = genre?.id ?? "";
});
afterAll(() => database.drop());
beforeEach(() => database.sql.delete(books));

async function addBooks(title: string, author = `Author of ${title}`, publisher: string | null = null) {
  return await createRecord(database.sql, books, { title, author, publisher, genreId });
}

test("the latest books are sorted from newest to oldest", async () => {
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  await database.sql.insert(books).values([
    { title: "Old", author: "A", genreId, createdAt: day(1) },
    { title: "New", author: "B", genreId, createdAt: day(3) },
    { title: "Middle", author: "C", genreId, createdAt: day(2) },
  ]);
  expect((await listLatestBooks(database.sql)).map(({ title }) => title)).toEqual(["New", "Middle", "Old"]);
});

test("a book is found with its genre, and an unknown id finds nothing", async () => {
  const ids = [await addBooks("Found"), "00000000-0000-4000-8000-000000000000"];
  expect(await findBooks(database.sql, ids)).toMatchObject([{ title: "Found", genre: { name: "Classic" } }]);
});

test("the prepared statement for one book is planned for one row, and not for several ids", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push(await addBooks(`Title ${index}`));
  await database.pool.query("ANALYZE book");
  const statements = recordStatements(database);
  const [statement] = await statements.during(() => findBooks(database.sql, ids.slice(0, 1)));
  expect(statement && (await statements.plan(statement)).expectedRows).toBe(1);
});

describe("suggestions", () => {
  const suggest = (term: string, field: "author" | "publisher" = "author") =>
    suggestNames(database.sql, field, term);

  test("are the names that begin with the search term, then those that match its terms", async () => {
    await addBooks("1", "Tolkien, J. R. R.");
    await addBooks("2", "Christopher Tolkien");
    await addBooks("3", "Tolstoï, Léon");
    await addBooks("4", "Verne");
    expect(await suggest("tol")).toEqual(["Tolkien, J. R. R.", "Tolstoï, Léon", "Christopher Tolkien"]);
    expect(await suggest("LEON tols")).toEqual(["Tolstoï, Léon"]);
    expect(await suggest("%")).toEqual([]);
  });

  test("contain each name once, at most ten, authors and publishers separately", async () => {
    for (let index = 10; index < 25; index += 1)
      await addBooks(`Title ${index}`, `Name ${index}`, "Name Press");
    await addBooks("Another", "Name 10", "Name Press");
    expect(await suggest("")).toEqual(Array.from({ length: 10 }, (_, index) => `Name ${index + 10}`));
    expect(await suggest("name", "publisher")).toEqual(["Name Press"]);
  });

  test("don't contain names that no book has any more", async () => {
    const renamed = await addBooks("One", "Jon Austen", "Gone Press");
    const removed = await addBooks("Two", "Jon Bronte");
    const author = "Jane Austen";
    await updateRecord(database.sql, books, { id: renamed, version: 1, author, publisher: null });
    await deleteRecords(database.sql, books, [removed], removed);
    expect(await suggest("jon")).toEqual([]);
    expect(await suggest("jane")).toEqual(["Jane Austen"]);
    expect(await suggest("gone", "publisher")).toEqual([]);
    await addBooks("Three", "Jon Austen");
    expect(await suggest("jon")).toEqual(["Jon Austen"]);
  });

  test("support names that get longer when they are folded", async () => {
    await addBooks("Long", "ﷺ".repeat(200));
    expect(await suggest("صلى")).toHaveLength(1);
  });
});

describe("the database rejects", () => {
  test("the same title by the same author, ignoring case", async () => {
    await addBooks("Émile", "Rousseau");
    await expect(addBooks("ÉMILE", "rousseau")).rejects.toMatchObject({
      cause: { constraint: "book_title_author_unique" },
    });
    await addBooks("Emile", "Rousseau");
  });

  test.each([
    ["an empty title", { title: "", author: "A" }],
    ["a title of 201 characters", { title: "x".repeat(201), author: "A" }],
    ["spaces around a title", { title: " Title", author: "A" }],
    ["two spaces in an author", { title: "Title", author: "A  B" }],
    ["a title that is not in Unicode's NFC", { title: "Émile".normalize("NFD"), author: "A" }],
    ["a publisher of 121 characters", { title: "Title", author: "A", publisher: "x".repeat(121) }],
    ["an override of direction", { title: "Title\u202e", author: "A" }],
    ["a control", { title: "Title", author: "A\u0007B" }],
  ])("%s", async (_, book) => {
    await expect(database.sql.insert(books).values({ ...book, genreId })).rejects.toThrow();
  });

  test("deleting a genre that books have", async () => {
    await addBooks("Kept");
    await expect(database.sql.delete(genres)).rejects.toThrow();
  });
});

// optional: dashboard
test("genres are those with most books, and the others together", async () => {
  await database.pool.query(`DELETE FROM book;
    INSERT INTO genre (name, hue) SELECT 'Top ' || n, n FROM generate_series(1, 14) AS n;
    INSERT INTO book (title, author, genre_id) SELECT 'Book ' || n, name, id FROM genre, generate_series(1, hue) AS n
      WHERE name LIKE 'Top%'`);
  const { top, others } = await countBooksByGenre(database.sql);
  expect(top.map(({ name, books }) => `${name}: ${books}`)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Top ${14 - index}: ${14 - index}`),
  );
  expect(others).toEqual({ genres: 4, books: 1 + 2 + 3 + 4 });
  await database.pool.query("DELETE FROM book");
  expect(await countBooksByGenre(database.sql)).toEqual({ top: [], others: { genres: 0, books: 0 } });
});
// end: dashboard
