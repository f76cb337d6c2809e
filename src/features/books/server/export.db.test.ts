import { ORPCError } from "@orpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { recordStatements } from "../../../../testing/statements.ts";
import { bookList } from "./book-list.ts";
import { bookListQuerySchema, type Book, type BookListQuery } from "#features/books/schema.ts";
import { books } from "#features/books/table.ts";
import { exportBooks } from "./export-books.ts";

const count = 240;

let database: TestDatabase;
let genreId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.sql
    .insert(genres)
    .values(["Classic", "Poetry"].map((name) => ({ name, hue: 90 })))
    .returning();
  genreId = rows[1]?.id ?? "";
  await database.sql.insert(books).values(
    Array.from({ length: count }, (_, index) => ({
      title: `${index % 60 === 0 ? "Rare" : "Common"} Title ${index}`,
      author: index === 0 ? "=1+1" : `Author ${index % 9}`,
      genreId: rows[index % 3 ? 0 : 1]?.id ?? "",
      publisher: index % 2 ? `Press ${index % 5}` : null,
    })),
  );
});
afterAll(() => database.drop());

const titles = (rows: Book[]) => rows.map(({ title }) => title);

/** All pages of a list. */
async function pages(list: BookListQuery): Promise<Book[]> {
  const rows: Book[] = [];
  let next: string | undefined;
  do {
    const page = await bookList.page(database.sql, { ...list, after: next });
    rows.push(...page.items);
    next = page.next ?? undefined;
  } while (next);
  return rows;
}

async function all(list: BookListQuery, ...sizes: [limit?: number, scanRows?: number]): Promise<Book[]> {
  const rows: Book[] = [];
  for await (const part of bookList.stream(database.sql, list, ...sizes)) rows.push(...part);
  return rows;
}

async function exported(query = "", role = "admin") {
  const context = contextFor(database, await createCaller(database, role));
  return await exportBooks(new Request(`http://localhost/api/books.csv${query}`), context);
}

describe("an export contains all books of a list once and in order", () => {
  test.each([
    [{}],
    [{ sort: "genre", direction: "descending" }],
    [{ sort: "publisher" }],
    [{ sort: "updatedAt", direction: "descending" }],
    [{ searchTerm: "common" }],
    [{ searchTerm: "rare", sort: "author" }],
    [{ searchTerm: "nowhere" }],
  ] as Partial<BookListQuery>[][])("%j", async (narrowed = {}) => {
    const list = bookListQuerySchema.parse({ ...narrowed, genreId });
    const expected = titles(await pages(list));
    expect(titles(await all(list))).toEqual(expected);
    // Batches that end in the middle and exactly at the end, with rare and common terms.
    expect(titles(await all(list, 31, 30))).toEqual(expected);
    expect(titles(await all(list, expected.length || 1, 19))).toEqual(expected);
  });
});

describe("an export", () => {
  test("has a row for each book, and no formulas", async () => {
    const response = await exported("?sort=author");
    expect(response.headers.get("content-disposition")).toContain("filename*=UTF-8''Books%20");
    const lines = (await response.text()).split("\r\n");
    expect(lines).toHaveLength(count + 2);
    expect(lines[0]).toBe("Title,Author,Genre,Publisher,Added,Updated");
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    expect(lines[1]).toMatch(new RegExp(`^Rare Title 0,'=1\\+1,Poetry,,${time},${time}$`));
  });

  test("contains the list's books", async () => {
    const text = await (await exported(`?searchTerm=rare&genreId=${genreId}&direction=descending`)).text();
    const list = bookListQuerySchema.parse({ searchTerm: "rare", genreId, direction: "descending" });
    const rows = text.trim().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",")[0])).toEqual(titles(await pages(list)));
  });

  test.each([
    [null, 401],
    ["user", 403],
  ])("is denied to %s", async (role, status) => {
    const context = contextFor(database, role ? await createCaller(database, role) : null);
    const exporting = exportBooks(new Request("http://localhost/api/books.csv"), context);
    await expect(exporting).rejects.toSatisfy(
      (error) => error instanceof ORPCError && error.status === status,
    );
  });
});

describe("an export with several statements", () => {
  const more = 4_000;
  const parts = Math.ceil((more + count) / 1_000);

  beforeAll(async () => {
    await database.pool.query(
      `INSERT INTO book (title, author, genre_id)
       SELECT repeat('Long ', 20) || number, 'Author of long ones', $1 FROM generate_series(1, ${more}) AS number`,
      [genreId],
    );
  });
  afterAll(() => database.pool.query("DELETE FROM book WHERE author = 'Author of long ones'"));

  const walksIn = async (work: () => Promise<unknown>) => {
    const reading =
      database.replica ?? // optional: replicas
      database;
    const statements = await recordStatements(reading).during(work);
    return statements.filter(({ text }) => text.includes("sort_key")).length;
  };

  test("contains all books", async () => {
    const walks = await walksIn(async () => {
      expect((await (await exported()).text()).split("\r\n")).toHaveLength(more + count + 2);
    });
    expect(walks).toBe(parts);
  });
});
