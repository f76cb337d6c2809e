import { Agent } from "node:http";
import { encodeCursor } from "../../../src/resource/server/list/cursor.ts";
import { bookListQuerySchema, type Book } from "../../../src/features/books/schema.ts";
import { findBooks } from "../../../src/features/books/store.ts";
import type { Database } from "../../../src/server/database/connect.ts";
import type { Subject } from "../lists/measure.ts";
import type { Product } from "../lists/product.ts";

/** The position of the deep pages, if there are so many books. */
const depth = 100_000;

/** All requests to measure on a database with generated books. */
export async function subjectsOf({ database, send }: Product, size: number): Promise<Subject[]> {
  const { title: deep, genreId, ids, rareWords } = await facts(database, size);
  const list = (name: string, search: Record<string, string>): Subject => {
    const path = `/books?${new URLSearchParams(search)}`;
    return { name, call: () => ({ method: "GET", path }) };
  };
  const pick = <Value>(values: Value[], turn: number) => values[turn % values.length] as Value;
  const sorts = bookListQuerySchema.shape.sort.unwrap().options;
  const agent = new Agent({ keepAlive: true });
  const input = (turn: string) => ({
    title: `Measured ${turn}`,
    author: "A Bench",
    genreId,
    publisher: null,
  });
  let made = 0;
  const create = async () =>
    JSON.parse(
      await send({ method: "POST", path: "/books", body: input(`made ${(made += 1)}`) }, agent),
    ) as Book;

  return [
    list("first page", {}),
    list(`page at depth ${depth.toLocaleString("en")}`, { after: deep }),
    ...sorts.map((sort) => list(`by ${sort}`, { sort })),
    ...sorts.map((sort) =>
      list(`by ${sort}, descending, in a genre`, { sort, direction: "descending", genreId }),
    ),
    {
      name: "search: a rare word",
      call: (turn) => ({ method: "GET", path: `/books?searchTerm=${pick(rareWords, turn)}` }),
    },
    list("search: a common word", { searchTerm: "the" }),
    list("search: two common words", { searchTerm: "of the" }),
    list("search: a common and a rare word", { searchTerm: `the ${rareWords[0]}` }),
    list("search: two letters", { searchTerm: "an" }),
    list("search: two rare letters", { searchTerm: "zo" }),
    list("search: a common word in a genre", { searchTerm: "the", genreId }),
    list("search: a common word by publisher", { searchTerm: "the", sort: "publisher" }),
    list("search: an author's name by author", { searchTerm: "babanski", sort: "author" }),
    list("search: a rare word of common letters", { searchTerm: "babababa" }),
    list("search: no match", { searchTerm: "zzzzqq" }),
    list("search: %", { searchTerm: "%" }),
    { name: "by id", call: (turn) => ({ method: "GET", path: `/books/${pick(ids, turn)}` }) },
    {
      name: "suggestions",
      call: (turn) => ({
        method: "GET",
        path: `/books/names?field=author&searchTerm=${pick(["b", "ba", "the", "tol", "ski", "bana the"], turn)}`,
      }),
    },
    { name: "create", call: (turn) => ({ method: "POST", path: "/books", body: input(String(turn)) }) },
    {
      name: "update",
      call: async (turn) => {
        const { id, version } = await create();
        return { method: "PUT", path: `/books/${id}`, body: { ...input(`saved ${turn}`), version } };
      },
    },
    {
      name: "delete",
      call: async () => {
        const { id, version } = await create();
        return { method: "DELETE", path: `/books/${id}`, body: { version } };
      },
    },
  ];
}

async function facts(database: Database, size: number) {
  const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(statement, values)).rows;
  const [at] = await ask<{ id: string }>("SELECT id FROM book ORDER BY title, id OFFSET $1 LIMIT 1", [
    Math.min(depth, size / 2),
  ]);
  const [book] = await findBooks(database.sql, at ? [at.id] : []);
  const [genre] = await ask<{ id: string }>("SELECT id FROM genre WHERE name = 'Genre G'");
  const some = await ask<{ id: string; word: string }>(
    "SELECT id, regexp_replace(title, '.* ', '') AS word FROM book ORDER BY id LIMIT 200",
  );
  if (!book || !genre) throw new Error("The database was not filled");
  return {
    title: encodeCursor({ list: "book", sort: "title" }, [book.title, book.id]),
    genreId: genre.id,
    ids: some.map(({ id }) => id),
    rareWords: some.map(({ word }) => word),
  };
}
