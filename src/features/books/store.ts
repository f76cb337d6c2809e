import { desc, eq, sql } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import type { Sql } from "#server/database/connect.ts";
import { bookPageSize, latestBooks, type Book, type BookPage } from "./schema.ts";
import { books } from "./table.ts";

/** A position in the order of titles: behind the book with this title and id. */
export type BookPosition = { title: string; id: string };

const columns = {
  id: books.id,
  title: books.title,
  author: books.author,
  publisher: books.publisher,
  createdAt: books.createdAt,
  updatedAt: books.updatedAt,
  genre: { id: genres.id, name: genres.name, hue: genres.hue },
};

const titleOrder = sql`${books.title} collate "und-x-icu"`;

/**
 * One page of books in the order of their titles (ICU's root collation), then ids, read from the index at whatever
 * depth: nothing is doubled or skipped while others write.
 */
export async function listBooks(database: Sql, after: BookPosition | undefined): Promise<BookPage> {
  const rows = await database
    .select(columns)
    .from(books)
    .innerJoin(genres, eq(genres.id, books.genreId))
    .where(after && sql`(${titleOrder}, ${books.id}) > (${after.title}, ${after.id}::uuid)`)
    .orderBy(titleOrder, books.id)
    .limit(bookPageSize + 1);
  const page = rows.slice(0, bookPageSize);
  const last = rows.length > bookPageSize ? page.at(-1) : undefined;
  return { books: page, next: last ? writeCursor(last) : null };
}

/** The books that were added last, newest first. */
export async function listLatestBooks(database: Sql): Promise<Book[]> {
  return await database
    .select(columns)
    .from(books)
    .innerJoin(genres, eq(genres.id, books.genreId))
    .orderBy(desc(books.createdAt), books.id)
    .limit(latestBooks);
}

export async function findBook(database: Sql, id: string): Promise<Book | undefined> {
  const [book] = await database
    .select(columns)
    .from(books)
    .innerJoin(genres, eq(genres.id, books.genreId))
    .where(eq(books.id, id));
  return book;
}

/** A position as the text that a client carries. */
export function writeCursor({ title, id }: BookPosition): string {
  return Buffer.from(JSON.stringify([title, id])).toString("base64url");
}

/** The position in a client's text, if it is one. */
export function readCursor(cursor: string): BookPosition | undefined {
  try {
    const [title, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    return typeof title === "string" && !title.includes("\0") && isUuid(id) ? { title, id } : undefined;
  } catch {
    return undefined;
  }
}

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}
