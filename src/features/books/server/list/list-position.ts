import { z } from "zod";
import { cursorTimeSchema, fromCursor, toCursor } from "#server/database/cursor.ts";
import { bookLimits, type Book, type BookSort } from "#features/books/schema.ts";

/** A position in a list: the sort keys of the last book that was read. The id comes last, so that positions are unique. */
export type Position = (string | null)[];

type PositionKeys = { of: (book: Book) => Position; schema: z.ZodType<Position> };

const text = (limit: number) =>
  z
    .string()
    .max(2 * limit)
    .refine((value) => value.isWellFormed() && !value.includes("\0"));
const time = cursorTimeSchema(3);
const id = z.uuid();

const positionKeys: Record<BookSort, PositionKeys> = {
  title: { of: (book) => [book.title, book.id], schema: z.tuple([text(bookLimits.title), id]) },
  author: { of: (book) => [book.author, book.id], schema: z.tuple([text(bookLimits.author), id]) },
  genre: {
    of: (book) => [book.genre.name, book.genre.id, book.title, book.id],
    schema: z.tuple([text(bookLimits.title), id, text(bookLimits.title), id]),
  },
  publisher: {
    of: (book) => [book.publisher, book.id],
    schema: z.tuple([text(bookLimits.publisher).nullable(), id]),
  },
  createdAt: { of: (book) => [book.createdAt.toISOString(), book.id], schema: z.tuple([time, id]) },
  updatedAt: { of: (book) => [book.updatedAt.toISOString(), book.id], schema: z.tuple([time, id]) },
};

/** A book's position in a list. */
export function positionOf(sort: BookSort, book: Book): Position {
  return positionKeys[sort].of(book);
}

/** A book's position as the opaque text that a client sends back. */
export function encodeCursor(sort: BookSort, book: Book): string {
  return toCursor([sort, ...positionOf(sort, book)]);
}

/** The position in a cursor; undefined if it isn't valid for this order. */
export function decodeCursor(sort: BookSort, cursor: string): Position | undefined {
  const [name, ...position] = fromCursor(cursor, z.array(z.unknown())) ?? [];
  return name === sort ? positionKeys[sort].schema.safeParse(position).data : undefined;
}
