import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { type Book, type BookListQuery, bookListQuerySchema } from "#features/books/schema.ts";
import { defaultPageSize } from "#resource/schema.ts";
import type { SearchDepth } from "#resource/server/list/search.ts";
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
});
afterAll(() => database.drop());
beforeEach(() => database.sql.delete(books));

type NewBook = Partial<Omit<typeof books.$inferInsert, "genreId">> & { genre?: string };

let authors = 0;

async function addBooks(...newBooks: (NewBook | string)[]) {
  await database.sql.insert(books).values(
    newBooks
      .map((book) => (typeof book === "string" ? { title: book } : book))
      .map(({ genre = "Classic", ...book }) => ({
        title: "Untitled",
        author: `Author ${(authors += 1)}`,
        ...book,
        genreId: genreIds[genre] ?? "",
      })),
  );
}

async function page(list: Partial<BookListQuery> = {}, after?: string, depth?: SearchDepth) {
  return await bookList.page(database.sql, { ...bookListQuerySchema.parse(list), after }, depth);
}

/** All pages of a list, with a callback between them. */
async function readAll(list: Partial<BookListQuery> = {}, between: () => Promise<unknown> = async () => {}) {
  const rows: Book[] = [];
  let after: string | undefined;
  do {
    const { items: more, next } = await page(list, after);
    rows.push(...more);
    after = next ?? undefined;
    await between();
  } while (after !== undefined);
  return rows;
}

const titles = async (list: Partial<BookListQuery> = {}) => (await readAll(list)).map(({ title }) => title);

describe("the list of books", () => {
  test("is sorted by title, first ignoring case and accents", async () => {
    await addBooks("Zorro", "éclair", "Eclipse", "apple", "Éclair 2", "موسم", "Ångström");
    const order = ["Ångström", "apple", "éclair", "Éclair 2", "Eclipse", "Zorro", "موسم"];
    expect(await titles()).toEqual(order);
    expect(await titles({ direction: "descending" })).toEqual(order.toReversed());
  });

  test("has pages of 20, each with a cursor for the next and the total", async () => {
    await addBooks(...Array.from({ length: defaultPageSize + 1 }, (_, index) => `Book ${index + 10}`));
    const first = await page();
    expect(first.items).toHaveLength(defaultPageSize);
    expect(first.total).toEqual({ count: 21, isExact: true });
    expect(await page({}, first.next ?? "")).toMatchObject({ items: [{ title: "Book 30" }], next: null });
  });

  test("by publisher ends with the books without one", async () => {
    await addBooks({ title: "None" }, { title: "Z", publisher: "Żak" }, { title: "A", publisher: "aldus" });
    expect(await titles({ sort: "publisher" })).toEqual(["A", "Z", "None"]);
    expect(await titles({ sort: "publisher", direction: "descending" })).toEqual(["None", "Z", "A"]);
  });

  test("by genre is sorted by the genre's name, then by title", async () => {
    await addBooks(
      { title: "B", genre: "Zen" },
      { title: "D", genre: "Épopée" },
      { title: "C", genre: "Classic" },
      { title: "A", genre: "Épopée" },
    );
    expect(await titles({ sort: "genre" })).toEqual(["C", "A", "D", "B"]);
    expect(await titles({ sort: "genre", direction: "descending" })).toEqual(["B", "D", "A", "C"]);
    expect(await titles({ sort: "genre", genreId: genreIds.Épopée })).toEqual(["A", "D"]);
  });

  test("of a genre contains and counts its books only", async () => {
    await addBooks({ title: "B", genre: "Zen" }, { title: "A", genre: "Zen" }, "C");
    expect(await page({ genreId: genreIds.Zen })).toMatchObject({
      items: [{ title: "A" }, { title: "B" }],
      total: { count: 2, isExact: true },
    });
    expect(await page({ genreId: genreIds.Empty })).toMatchObject({
      items: [],
      next: null,
      total: { count: 0 },
    });
  });
});

describe("paging", () => {
  const { sort, direction } = bookListQuerySchema.shape;
  const lists = sort.unwrap().options.flatMap((by) =>
    direction.unwrap().options.flatMap((order) => [
      { sort: by, direction: order, searchTerm: "" },
      { sort: by, direction: order, searchTerm: "kept" },
    ]),
  );

  /** Few values, so that many books have the same. */
  const newBook = fc.record({
    title: fc.constantFrom("Poems", "poèmes", "Ode", "Zürich"),
    publisher: fc.constantFrom(null, "Aldus", "aldus", "Żak"),
    genre: fc.constantFrom("Classic", "Zen", "Épopée"),
    createdAt: fc.constantFrom(new Date("2026-01-01T00:00:00.001Z"), new Date("2026-01-01T00:00:00.002Z")),
    updatedAt: fc.constantFrom(new Date("2026-02-01"), new Date("2026-03-01")),
  });

  test.each(lists)(
    "by $sort, $direction, searching for '$searchTerm', repeats nothing and skips nothing while others add and remove books",
    async (list) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(newBook, { minLength: 45, maxLength: 70 }),
          fc.array(newBook, { minLength: 1, maxLength: 12 }),
          async (permanent, temporary) => {
            await database.sql.delete(books);
            const permanentAuthor = () => `Kept ${(authors += 1)}`;
            await addBooks(
              ...permanent.map((book) => ({ ...book, author: permanentAuthor() })),
              ...temporary,
            );
            const rows = await readAll(list, async () => {
              await database.pool.query(
                "DELETE FROM book WHERE id = (SELECT id FROM book WHERE author NOT LIKE 'Kept %' ORDER BY random() LIMIT 1)",
              );
              await addBooks(...temporary);
            });
            const ids = rows.map(({ id }) => id);
            expect(new Set(ids).size).toBe(ids.length);
            expect(rows.filter(({ author }) => author.startsWith("Kept "))).toHaveLength(permanent.length);
          },
        ),
        { numRuns: process.env.FLYLEAF_LONG ? 50 : 3, endOnFailure: true },
      );
    },
  );
});

describe("a search", () => {
  test.each([
    ["a part of the title, whatever the case", "TALG", "Nostalgia"],
    ["a part of the author", "garc", { title: "T", author: "Gabriel García Márquez" }],
    ["whatever the accents", "marquez", { title: "T", author: "Gabriel García Márquez" }],
    ["accents that the book lacks", "éclair", "Eclair"],
    ["combining marks", "e\u0301clair", "Éclair"],
    [
      "several words in any order, in title and author",
      "verne mysterious",
      { title: "The Mysterious Island", author: "Jules Verne" },
    ],
    ["one letter at the start of a word", "i", { title: "The Mysterious Island", author: "Jules Verne" }],
    ["two letters at the start of a word after a sign", "ét", "L’Étranger"],
    ["a straight apostrophe for a curly one", "l'étr", "L’Étranger"],
    ["ß for ss and the other way round", "STRASSE", "Die Straße"],
    ["ß", "straße", "Strasse"],
    ["a Turkish İ", "istanbul", "İSTANBUL"],
    ["Vietnamese", "duc thang", { title: "T", author: "Nguyễn Đức Thắng" }],
    ["Arabic without its vowel signs", "محمد", "مُحَمَّد"],
    ["Arabic whatever the alef", "احمد", "أحمد"],
    ["Arabic whatever the end", "مكتبه", "مكتبة"],
    ["Arabic digits", "2024", "عام ٢٠٢٤"],
    ["Greek whatever the sigma", "ΣΙΣΥΦΟΣ", "Ο Σίσυφος"],
    ["Cyrillic", "елка", "Ёлка"],
    ["a per cent sign", "%", "100% Wool"],
    ["a per cent sign within a word", "100%", "100% Wool"],
    ["an underscore", "a_b", "a_b"],
    ["a backslash", "\\", "a\\b"],
    ["C++", "c++", "C++ in a Nutshell"],
    ["full-width letters", "ＡＢＣ", "abc"],
    ["a word that folds away", "ـ nost", "Nostalgia"],
    ["a trade mark's letters", "™", "Brand TM"],
  ] as const)("finds %s", async (_, searchTerm, book) => {
    await addBooks(book, "Something Else");
    expect((await page({ searchTerm })).items).toHaveLength(1);
  });

  test.each([
    ["one or two letters inside a word", "st", "Nostalgia"],
    ["books that lack one of the words", "mysterious wells", "The Mysterious Island"],
    ["a per cent sign for any letters", "%", "Nostalgia"],
    ["an underscore for any letter", "n_st", "Nostalgia"],
    ["a word across title and author", "islandjul", { title: "Island", author: "Jules" }],
    ["a word across a sign at the title's end", "wool-ann", { title: "Wool-", author: "Ann" }],
  ] as const)("doesn't find %s", async (_, searchTerm, book) => {
    await addBooks(book);
    expect(await page({ searchTerm })).toEqual({ items: [], next: null, total: { count: 0, isExact: true } });
  });

  test("for spaces only is ignored", async () => {
    await addBooks("One", "Two");
    expect((await page({ searchTerm: "  " })).total).toEqual({ count: 2, isExact: true });
  });

  test("respects the genre and the order", async () => {
    await addBooks(
      { title: "Kept B", genre: "Zen" },
      { title: "Kept A", genre: "Zen" },
      { title: "Kept C", genre: "Classic" },
    );
    const list = { searchTerm: "kept", genreId: genreIds.Zen, direction: "descending" } as const;
    expect(await titles(list)).toEqual(["Kept B", "Kept A"]);
    expect((await page(list)).total).toEqual({ count: 2, isExact: true });
  });
});

test("a search returns the same for any search depth and any frequency of its terms", async () => {
  const some = fc.record({
    title: fc.constantFrom("The kept", "A kept poem", "Ode", "Zürich", "Kept"),
    genre: fc.constantFrom("Classic", "Zen"),
  });
  const depths = fc.record({
    scanRows: fc.integer({ min: 1, max: 40 }),
    // Forces common and rare terms.
    commonFrom: fc.constantFrom(-1_000_000, 1_000_000),
    commonScanRows: fc.integer({ min: 1, max: 90 }),
  });
  const { sort, direction } = bookListQuerySchema.shape;
  const lists = fc.record({
    sort: fc.constantFrom(...sort.unwrap().options),
    direction: fc.constantFrom(...direction.unwrap().options),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(some, { minLength: 1, maxLength: 80, size: "max" }),
      depths,
      lists,
      async (added, depth, list) => {
        await database.sql.delete(books);
        await addBooks(...added);
        const expected = (await readAll(list)).filter(({ title }) => /kept/i.test(title)).map(({ id }) => id);
        const rows: string[] = [];
        let after: string | undefined;
        do {
          const { items: more, next } = await page({ ...list, searchTerm: "kept" }, after, depth);
          rows.push(...more.map(({ id }) => id));
          after = next ?? undefined;
        } while (after !== undefined);
        expect(rows).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
