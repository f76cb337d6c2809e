import { afterAll, beforeAll, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { type BookListQuery, bookListQuerySchema } from "#features/books/schema.ts";
import { books } from "#features/books/table.ts";
import { bookList } from "./book-list.ts";

let database: TestDatabase;
const genreIds: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.sql
    .insert(genres)
    .values(["Épopée", "Classic", "Zen", "Empty"].map((name, index) => ({ name, hue: index })))
    .returning();
  for (const { name, id } of rows) genreIds[name] = id;
  const library = [
    { title: "D", author: "Émile Zola", genre: "Épopée", publisher: "Żak" },
    { title: "A", author: "Jules Verne", genre: "Épopée" },
    { title: "b", author: "Anna", genre: "Zen", publisher: "aldus" },
    { title: "Captain Nemo", author: "Zoé Verne", genre: "Classic" },
  ];
  await database.sql
    .insert(books)
    .values(library.map(({ genre, ...book }) => ({ ...book, genreId: genreIds[genre] ?? "" })));
});
afterAll(() => database.drop());

const page = (list: Partial<BookListQuery>) => bookList.page(database.sql, bookListQuerySchema.parse(list));
const titles = async (list: Partial<BookListQuery>) => (await page(list)).items.map(({ title }) => title);

test.each([
  [{ sort: "title" }, ["A", "b", "Captain Nemo", "D"]],
  [{ sort: "author" }, ["b", "D", "A", "Captain Nemo"]],
  [{ sort: "publisher" }, ["b", "D"]],
  [{ sort: "genre" }, ["Captain Nemo", "A", "D", "b"]],
] as const)("books are listed by %j, and the other way round", async (list, order) => {
  expect((await titles(list)).slice(0, order.length)).toEqual(order);
  expect((await titles({ ...list, direction: "descending" })).slice(-order.length)).toEqual(
    order.toReversed(),
  );
});

test("the list of a genre contains and counts its books only", async () => {
  expect(await page({ genreId: genreIds.Épopée })).toMatchObject({
    items: [{ title: "A" }, { title: "D" }],
    total: { count: 2, isExact: true },
  });
  expect(await page({ genreId: genreIds.Empty })).toMatchObject({ items: [], total: { count: 0 } });
});

test("a search finds words of title and author, in a genre or in all", async () => {
  expect(await titles({ searchTerm: "verne nem" })).toEqual(["Captain Nemo"]);
  expect(await titles({ searchTerm: "verne", genreId: genreIds.Épopée })).toEqual(["A"]);
  expect(await titles({ searchTerm: "emile" })).toEqual(["D"]);
});
