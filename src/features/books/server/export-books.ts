import { csvExport } from "#resource/server/csv/csv-export.ts";
import { bookListQuerySchema } from "../schema.ts";
import { bookList } from "./book-list.ts";

/** Handles GET /api/books.csv. The first columns are those of an import. */
export const exportBooks = csvExport({
  permission: { apps: ["manager"], book: ["read"] },
  fileName: "books:title",
  query: bookListQuerySchema,
  stream: ({ database }, query) => bookList.stream(database.sql, query),
  columns: [
    { name: "books:fields.title", value: (book) => book.title },
    { name: "books:fields.author", value: (book) => book.author },
    { name: "books:fields.genre", value: (book) => book.genre.name },
    { name: "books:fields.publisher", value: (book) => book.publisher },
    { name: "books:fields.created", value: (book) => book.createdAt },
    { name: "books:fields.updated", value: (book) => book.updatedAt },
  ],
});
