import type { Product } from "../lists/product.ts";
import { same, type Subject } from "./subject.ts";

type BookRow = { id: string; title: string; version: number };

/** Requests for data, with a session: over REST, and over RPC as the pages send them. */
export async function dataSubjects({ url, database, administrator }: Product): Promise<Subject[]> {
  const headers = { cookie: administrator.cookie, origin: url, accept: "application/json" };
  const { rows: genres } = await database.pool.query<{ id: string }>("SELECT id FROM genre LIMIT 1");
  const genreId = genres[0]?.id;
  const { rows: books } = await database.pool.query<BookRow>(
    "SELECT id, title, version FROM book WHERE cover_id IS NOT NULL ORDER BY id LIMIT 200",
  );
  const id = books[0]?.id;
  const input = (title: string) => ({ title, author: "A Bench", genreId, publisher: "A Press" });
  let created = 0;
  let connected = 0;
  const read = (
    name: string,
    request: Parameters<typeof same>[0],
    goal: number,
    more: Record<string, string> = {},
  ): Subject => ({
    name,
    limit: "by hand",
    goal,
    connect: same({ ...request, headers: { ...headers, ...more } }),
  });
  const call = (operation: string, json: unknown) =>
    ({ method: "POST", path: `/api/rpc/books/${operation}`, body: { json } }) as const;

  return [
    read("session", { path: "/api/auth/get-session" }, 0.35),
    read("REST: list of 20 books", { path: "/api/rest/books" }, 0.5),
    read("REST: list of 20 books, zstd", { path: "/api/rest/books" }, 0.5, { "accept-encoding": "zstd" }),
    read("REST: a book", { path: `/api/rest/books/${id}` }, 0.35),
    read("RPC: list of 20 books", call("list", {}), 0.5),
    read("RPC: a book", call("get", { id }), 0.35),
    {
      name: "REST: create a book",
      limit: "by hand",
      goal: 0.6,
      connect: () => () => ({
        method: "POST",
        path: "/api/rest/books",
        headers,
        body: input(`Measured ${process.pid} ${(created += 1)}`),
      }),
    },
    {
      name: "REST: update a book",
      limit: "by hand",
      goal: 0.6,
      // Each connection updates a book of its own, so that none waits for another and each knows the version.
      connect() {
        const book = books[(connected += 1) % books.length];
        let turn = 0;
        return () => {
          if (!book) throw new Error("There are no books");
          const { version } = book;
          book.version += 1;
          return {
            method: "PUT",
            path: `/api/rest/books/${book.id}`,
            headers,
            body: { ...input(`${book.title} ${(turn += 1)}`), version },
          };
        };
      },
    },
  ];
}
