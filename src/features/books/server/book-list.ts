import { eq } from "drizzle-orm";
import { genres } from "#features/genres/table.ts";
import { defineList } from "#resource/server/list/define-list.ts";
import { fetchBy } from "#resource/server/list/fetch-rows.ts";
import { equals } from "#resource/server/list/filters.ts";
import { related, text, time } from "#resource/server/list/sorts.ts";
import { images } from "#server/images/table.ts";
import type { Book, BookListQuery } from "../schema.ts";
import { bookColumns, toBook } from "../store.ts";
import { bookCounts, books } from "../table.ts";

/** The list of books, by page and as a stream. */
export const bookList = defineList<BookListQuery, Book>({
  table: books,
  searchText: books.searchText,
  sorts: {
    title: text(books.title),
    author: text(books.author),
    genre: related({ name: genres.name, id: genres.id, reference: books.genreId, text: books.title }),
    publisher: text(books.publisher, { blanks: "last" }),
    createdAt: time(books.createdAt),
    updatedAt: time(books.updatedAt),
  },
  filters: { genreId: equals(books.genreId) },
  counts: bookCounts,
  fetch: fetchBy(
    (database, { from, id, columns }) =>
      database
        .select({ ...columns, ...bookColumns })
        .from(from)
        .leftJoin(books, eq(books.id, id))
        .leftJoin(images, eq(images.id, books.coverId)) // optional: images
        .leftJoin(genres, eq(genres.id, books.genreId)),
    ({ book, genre, ...row }) => book && genre && toBook({ ...row, book, genre }),
  ),
});
