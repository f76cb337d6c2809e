import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { bookPageSize } from "./schema.ts";
import { findBook, listBooks, listLatestBooks, readCursor, writeCursor } from "./store.ts";
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

async function shelve(...titles: string[]) {
  return await database.sql
    .insert(books)
    .values(titles.map((title) => ({ title, author: `Author of ${title}`, genreId })))
    .returning();
}

/** All pages of the list, read one after the other, with whatever happens between them. */
async function readAll(between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const titles: string[] = [];
  let after: string | null | undefined;
  do {
    const page = await listBooks(database.sql, after ? readCursor(after) : undefined);
    titles.push(...page.books.map(({ title }) => title));
    after = page.next;
    await between();
  } while (after);
  return titles;
}

describe("the list of books", () => {
  test("is in the order of titles, ignoring case and accents first", async () => {
    await shelve("Zorro", "éclair", "Eclipse", "apple", "Éclair 2", "موسم", "Ångström");
    expect(await readAll()).toEqual(["Ångström", "apple", "éclair", "Éclair 2", "Eclipse", "Zorro", "موسم"]);
  });

  test("comes in pages of 20, and says where the next begins", async () => {
    await shelve(...Array.from({ length: bookPageSize + 1 }, (_, index) => `Book ${index + 10}`));
    const first = await listBooks(database.sql, undefined);
    expect(first.books).toHaveLength(bookPageSize);
    const last = await listBooks(database.sql, readCursor(first.next ?? ""));
    expect(last).toMatchObject({ books: [{ title: "Book 30" }], next: null });
  });

  test("shows nothing twice and skips nothing while others add and remove books", async () => {
    await shelve(...Array.from({ length: 70 }, (_, index) => `Kept ${String(index).padStart(3, "0")}`));
    let round = 0;
    const titles = await readAll(async () => {
      round += 1;
      await shelve(`Added ${round}`, `Kept ${round}5x`, `Zebra ${round}`);
    });
    const kept = titles.filter((title) => /^Kept \d{3}$/.test(title));
    expect(kept).toEqual(Array.from({ length: 70 }, (_, index) => `Kept ${String(index).padStart(3, "0")}`));
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("holds every book once when many share a title", async () => {
    await database.sql
      .insert(books)
      .values(
        Array.from({ length: 45 }, (_, index) => ({ title: "Poems", author: `Poet ${index}`, genreId })),
      );
    expect(await readAll()).toHaveLength(45);
  });

  test("the latest come newest first", async () => {
    const day = (date: number) => new Date(Date.UTC(2026, 0, date));
    await database.sql.insert(books).values([
      { title: "Old", author: "A", genreId, createdAt: day(1) },
      { title: "New", author: "A", genreId, createdAt: day(3) },
      { title: "Middle", author: "A", genreId, createdAt: day(2) },
    ]);
    expect((await listLatestBooks(database.sql)).map(({ title }) => title)).toEqual(["New", "Middle", "Old"]);
  });
});

test("a book is found with its genre, and nothing where there is none", async () => {
  const [shelved] = await shelve("Found");
  expect(await findBook(database.sql, shelved?.id ?? "")).toMatchObject({
    title: "Found",
    genre: { name: "Classic" },
  });
  expect(await findBook(database.sql, "00000000-0000-4000-8000-000000000000")).toBeUndefined();
});

describe("a position in the list", () => {
  test("survives being carried by a client, whatever the title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.uuid(), (title, id) => {
        fc.pre(!title.includes("\0"));
        expect(readCursor(writeCursor({ title, id }))).toEqual({ title, id });
      }),
    );
  });

  test("is nothing when a client made it up", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readCursor(text)).toBeUndefined();
      }),
    );
  });
});

describe("the database itself refuses", () => {
  test("the same title by the same author, whatever the case", async () => {
    await database.sql.insert(books).values({ title: "Émile", author: "Rousseau", genreId });
    const again = database.sql.insert(books).values({ title: "ÉMILE", author: "rousseau", genreId });
    await expect(again).rejects.toMatchObject({ cause: { constraint: "book_title_author_unique" } });
    await database.sql.insert(books).values({ title: "Emile", author: "Rousseau", genreId });
  });

  test.each([
    ["an empty title", { title: "", author: "A" }],
    ["a title of 201 characters", { title: "x".repeat(201), author: "A" }],
    ["spaces around a title", { title: " Title", author: "A" }],
    ["two spaces in an author", { title: "Title", author: "A  B" }],
    ["a title that is not in Unicode's NFC", { title: "Émile".normalize("NFD"), author: "A" }],
    ["a publisher of 121 characters", { title: "Title", author: "A", publisher: "x".repeat(121) }],
  ])("%s", async (_, book) => {
    await expect(database.sql.insert(books).values({ ...book, genreId })).rejects.toThrow();
  });

  test("removing a genre that books have", async () => {
    await shelve("Kept");
    await expect(database.sql.delete(genres)).rejects.toThrow();
  });
});
