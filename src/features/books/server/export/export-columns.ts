import type { Book } from "#features/books/schema.ts";

/** What an export tells of a book. Its first columns are those that an import takes. */
export const exportColumns = [
  { name: "title", of: (book: Book) => book.title },
  { name: "author", of: (book: Book) => book.author },
  { name: "genre", of: (book: Book) => book.genre.name },
  { name: "publisher", of: (book: Book) => book.publisher ?? "" },
  { name: "created", of: (book: Book) => book.createdAt.toISOString() },
  { name: "updated", of: (book: Book) => book.updatedAt.toISOString() },
] as const;
