import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { createBook, deleteBook, findBook, listLatestBooks, suggestNames, updateBook } from "./store.ts";
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

async function shelve(title: string, author = `Author of ${title}`, publisher: string | null = null) {
  return await createBook(database.sql, { title, author, publisher, genreId });
}

test("the latest come newest first", async () => {
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  await database.sql.insert(books).values([
    { title: "Old", author: "A", genreId, createdAt: day(1) },
    { title: "New", author: "B", genreId, createdAt: day(3) },
    { title: "Middle", author: "C", genreId, createdAt: day(2) },
  ]);
  expect((await listLatestBooks(database.sql)).map(({ title }) => title)).toEqual(["New", "Middle", "Old"]);
});

test("a book is found with its genre, and nothing where there is none", async () => {
  const { id } = await shelve("Found");
  expect(await findBook(database.sql, id)).toMatchObject({ title: "Found", genre: { name: "Classic" } });
  expect(await findBook(database.sql, "00000000-0000-4000-8000-000000000000")).toBeUndefined();
});

describe("suggestions", () => {
  const suggest = (term: string, field: "author" | "publisher" = "author") =>
    suggestNames(database.sql, field, term);

  test("are the names that begin with what was typed, then those that have its words", async () => {
    await shelve("1", "Tolkien, J. R. R.");
    await shelve("2", "Christopher Tolkien");
    await shelve("3", "Tolstoï, Léon");
    await shelve("4", "Verne");
    expect(await suggest("tol")).toEqual(["Tolkien, J. R. R.", "Tolstoï, Léon", "Christopher Tolkien"]);
    expect(await suggest("LEON tols")).toEqual(["Tolstoï, Léon"]);
    expect(await suggest("%")).toEqual([]);
  });

  test("name each once, ten at most, authors and publishers apart", async () => {
    for (let index = 10; index < 25; index += 1)
      await shelve(`Title ${index}`, `Name ${index}`, "Name Press");
    await shelve("Another", "Name 10", "Name Press");
    expect(await suggest("")).toEqual(Array.from({ length: 10 }, (_, index) => `Name ${index + 10}`));
    expect(await suggest("name", "publisher")).toEqual(["Name Press"]);
  });

  test("no longer name someone whom no book has any more", async () => {
    const renamed = await shelve("One", "Jon Austen", "Gone Press");
    const removed = await shelve("Two", "Jon Bronte");
    await updateBook(database.sql, renamed, {
      title: "One",
      author: "Jane Austen",
      publisher: null,
      genreId,
    });
    await deleteBook(database.sql, removed);
    expect(await suggest("jon")).toEqual([]);
    expect(await suggest("jane")).toEqual(["Jane Austen"]);
    expect(await suggest("gone", "publisher")).toEqual([]);
    await shelve("Three", "Jon Austen");
    expect(await suggest("jon")).toEqual(["Jon Austen"]);
  });

  test("have room for names that grow when they are folded", async () => {
    await shelve("Long", "ﷺ".repeat(200));
    expect(await suggest("صلى")).toHaveLength(1);
  });
});

describe("the database itself refuses", () => {
  test("the same title by the same author, whatever the case", async () => {
    await shelve("Émile", "Rousseau");
    await expect(shelve("ÉMILE", "rousseau")).rejects.toMatchObject({
      cause: { constraint: "book_title_author_unique" },
    });
    await shelve("Emile", "Rousseau");
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

  test("removing a genre that books have", async () => {
    await shelve("Kept");
    await expect(database.sql.delete(genres)).rejects.toThrow();
  });
});
