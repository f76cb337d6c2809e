import { genres } from "#features/genres/table.ts";
import { images } from "#server/files/table.ts";
import type { Book } from "../schema.ts";
import { books } from "../table.ts";

/** The columns of a book, its genre and its cover, which is left joined. */
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
  cover: { id: images.id, width: images.width, height: images.height, widths: images.widths },
};

/** Converts a row of `bookColumns`. */
export function toBook({
  book,
  genre,
  cover,
}: { book: Omit<Book, "genre" | "cover"> } & Pick<Book, "genre" | "cover">): Book {
  return { ...book, genre, cover };
}
