import type { Book } from "../../schema.ts";

/** The columns of an export. The first four are those of an import. */
export const exportColumns = [
  { name: "title", valueOf: (book: Book) => book.title },
  { name: "author", valueOf: (book: Book) => book.author },
  { name: "genre", valueOf: (book: Book) => book.genre.name },
  { name: "publisher", valueOf: (book: Book) => book.publisher ?? "" },
  { name: "created", valueOf: (book: Book) => book.createdAt.toISOString() },
  { name: "updated", valueOf: (book: Book) => book.updatedAt.toISOString() },
] as const;
