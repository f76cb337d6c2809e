import { genres } from "#features/genres/table.ts";
import type { Book } from "./schema.ts";
import { books } from "./table.ts";

/** What is read of a book and its genre. */
export const bookColumns = {
  book: {
    id: books.id,
    title: books.title,
    author: books.author,
    publisher: books.publisher,
    createdAt: books.createdAt,
    updatedAt: books.updatedAt,
    version: books.version,
  },
  genre: { id: genres.id, name: genres.name, hue: genres.hue },
};

/** The book in a row of `bookColumns`. */
export function toBook({ book, genre }: { book: Omit<Book, "genre">; genre: Book["genre"] }): Book {
  return { ...book, genre };
}
