import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { type Plan, recordStatements } from "../../../testing/statements.ts";
import {
  createRecord,
  deleteRecords,
  lockRecords,
  restoreRecords,
  updateRecord,
} from "#resource/server/record-store.ts";
import { defaultPageSize, exactCountLimit } from "#resource/schema.ts";
import { encodeCursor, type Position } from "#resource/server/list/cursor.ts";
import { bookList } from "./server/book-list.ts";
import { type BookListQuery, bookListQuerySchema } from "./schema.ts";
import { findBooks, listLatestBooks, listRelatedBooks, suggestNames } from "./store.ts";
import { books } from "./table.ts";
import { generateBooks } from "./fixtures/generate-books.ts";

/*
 * The cost of a list must not grow with the table. With 100,000 books, a plan that scans a whole table, or reads more for
 * later pages, is obvious.
 */

const size = 100_000;
/** A page of a list reads an index and a few database pages per book, for any number of books. */
const maxPages = 250;

let database: TestDatabase;
let statements: ReturnType<typeof recordStatements>;
let genreId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await generateBooks(database, size);
  statements = recordStatements(database);
  const { rows } = await database.sql.execute<{ id: string }>(
    sql`select id from genre where name = 'Genre G'`,
  );
  genreId = rows[0]?.id ?? "";
}, 300_000);
afterAll(() => database.drop());

const { sort, direction } = bookListQuerySchema.shape;
const orders = sort
  .unwrap()
  .options.flatMap((by) => direction.unwrap().options.map((order) => ({ by, order })));

async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const statement of await statements.during(work)) plans.push(await statements.plan(statement));
  return plans;
}

function expectNoTableScan(plans: Plan[]) {
  const growing = [
    "image", // optional: images
    ...["book", "book_author", "book_publisher"],
  ];
  for (const { wholeTables } of plans)
    expect(growing.filter((name) => wholeTables.includes(name))).toEqual([]);
}

const columns = {
  title: "title",
  author: "author",
  genre: "genre.name",
  publisher: "coalesce(publisher, U&'\\FFFF')",
  createdAt: "book.created_at",
  updatedAt: "book.updated_at",
};

/** The expected ids of a list, from a simple statement. */
async function expectedIds(list: BookListQuery, patterns: string[] = []): Promise<string[]> {
  const way = list.direction === "ascending" ? "asc" : "desc";
  const keys = [columns[list.sort], ...(list.sort === "genre" ? ["genre.id", "title"] : []), "book.id"];
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT book.id FROM book JOIN genre ON genre.id = genre_id
     WHERE ($1::uuid IS NULL OR genre_id = $1) AND search_text LIKE ALL ($2::text[])
     ORDER BY ${keys.map((key) => `${key} ${way}`).join(", ")}`,
    [list.genreId ?? null, patterns],
  );
  return rows.map(({ id }) => id);
}

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const cursorColumns = {
  title: "title",
  author: "author",
  genre: "genre.name, genre.id, title",
  publisher: "publisher",
  createdAt: time("book.created_at"),
  updatedAt: time("book.updated_at"),
};

/** The cursor of the page that follows a book; undefined without a book. */
async function cursorAfter({ sort: by }: BookListQuery, id: string | undefined): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ position: Position }>(
    `SELECT json_build_array(${cursorColumns[by]}, book.id) AS position
     FROM book JOIN genre ON genre.id = genre_id WHERE book.id = $1`,
    [id],
  );
  return rows[0] && encodeCursor({ list: "book", sort: by }, rows[0].position);
}

describe.each([
  { where: "of all books", inGenre: false },
  { where: "of a genre", inGenre: true },
])("a list $where", ({ inGenre }) => {
  test.each(orders)(
    "by $by, $order, costs the same at every position, in one statement",
    async ({ by, order }) => {
      const list = bookListQuerySchema.parse({
        sort: by,
        direction: order,
        genreId: inGenre ? genreId : undefined,
      });
      const expected = await expectedIds(list);
      const depths = [0, Math.floor(expected.length / 2), expected.length - 2 * defaultPageSize];
      const pages: number[] = [];
      for (const depth of depths) {
        const after = await cursorAfter(list, expected[depth - 1]);
        const read = () => bookList.page(database.sql, { ...list, after });
        expect((await read()).items.map(({ id }) => id)).toEqual(
          expected.slice(depth, depth + defaultPageSize),
        );
        const plans = await plansOf(read);
        // The other statement of a request finds its session.
        expect(plans).toHaveLength(1);
        expectNoTableScan(plans);
        pages.push(plans.reduce((sum, plan) => sum + plan.pages, 0));
      }
      expect(Math.max(...pages)).toBeLessThan(maxPages);
      // The difference allows for index page boundaries, for earlier genres, and for up to four pages per joined row.
      expect(Math.max(...pages) - Math.min(...pages)).toBeLessThan(50 + 4 * defaultPageSize);
    },
  );
});

describe("a search", () => {
  test.each([
    ["a common word", "the"],
    ["a rare word", "babababac"],
    ["two words", "the of"],
    ["a common word and one without matches", "genre the"],
    ["two letters", "an"],
    ["one letter", "t"],
    ["two Chinese characters inside a word", `${String.fromCodePoint(21_000)}的`],
    ["one Chinese character and a word", "的 the"],
    ["a part of every author", "ski"],
    ["a symbol", "%"],
    ["a symbol and words", "ski % the"],
    ["a term without matches", "zzzzq"],
  ])(
    "for %s returns the same as a simple statement, without scanning a whole table",
    async (_, searchTerm) => {
      const { rows } = await database.pool.query<{ pattern: string }>(
        "SELECT search_pattern(word) AS pattern FROM unnest(string_to_array($1, ' ')) AS word",
        [searchTerm],
      );
      const patterns = rows.map(({ pattern }) => pattern);
      for (const part of [
        {},
        { genreId },
        { sort: "author", direction: "descending" },
        { sort: "genre" },
        { sort: "publisher", genreId },
      ]) {
        const list = bookListQuerySchema.parse({ searchTerm, ...part });
        const expected = await expectedIds(list, patterns);
        const first = await bookList.page(database.sql, list);
        expect(first.items.map(({ id }) => id)).toEqual(expected.slice(0, defaultPageSize));
        expect(first.total).toEqual({
          count: Math.min(expected.length, exactCountLimit),
          isExact: expected.length <= exactCountLimit,
        });
        const after = await cursorAfter(list, expected.at(-defaultPageSize));
        const read = () => bookList.page(database.sql, { ...list, after });
        if (after !== undefined) {
          const last = await read();
          expect(last.items.map(({ id }) => id)).toEqual(expected.slice(1 - defaultPageSize));
          expect(last).toMatchObject({ next: null, total: first.total });
        }
        const plans = await plansOf(read);
        expect(plans.length).toBeLessThanOrEqual(2);
        expectNoTableScan(plans);
      }
    },
  );
});

test("a book, the latest books and suggestions are found without scanning a whole table", async () => {
  const { rows } = await database.sql.execute<{ id: string }>(sql`select id from book limit 1`);
  const reads = [
    () =>
      findBooks(
        database.sql,
        rows.map((row) => row.id),
      ),
    () => listLatestBooks(database.sql),
    () => listRelatedBooks(database.sql, rows[0]?.id ?? ""),
    ...["", "b", "ba", "ski", "%", "京", "京都 ski", "the ski", "zzzq"].flatMap((term) => [
      () => suggestNames(database.sql, "author", term),
      () => suggestNames(database.sql, "publisher", term),
    ]),
  ];
  for (const read of reads) expectNoTableScan(await plansOf(read));
});

test("a book is written without scanning a whole table", async () => {
  const input = { title: "New", author: "Author", genreId, publisher: "Press" };
  const made: Plan[] = [];
  const [create] = await statements.during(() => createRecord(database.sql, books, input));
  await database.pool.query("DELETE FROM book WHERE title = 'New'");
  if (create) made.push(await statements.plan(create));
  const { rows } = await database.sql.execute<{ id: string }>(sql`select id from book where title = 'New'`);
  const id = rows[0]?.id ?? "";
  for (const work of [
    () => lockRecords(database.sql, books, [id]),
    () => updateRecord(database.sql, books, { ...input, id, version: 1, title: "Newer" }),
    () => deleteRecords(database.sql, books, [id], id),
    () => restoreRecords(database.sql, books, [id], id),
  ]) {
    made.push(...(await plansOf(work)));
  }
  expect(made).toHaveLength(5);
  expectNoTableScan(made);
});
