import { csvExport, plainColumns } from "#resource/server/csv/csv-export.ts";
import { importFields } from "../import-fields.ts";
import { type Book, bookListQuerySchema } from "../schema.ts";
import { bookList } from "./book-list.ts";

const { title, author, publisher } = importFields;

/** Handles GET /api/books.csv. The first columns are those of an import. */
export const exportBooks = csvExport<Book, typeof bookListQuerySchema>({
  permission: { apps: ["manager"], book: ["read"] },
  fileName: "books:title",
  query: bookListQuerySchema,
  stream: ({ database }, query) => bookList.stream(database.sql, query),
  columns: [
    ...plainColumns({ title, author }),
    { name: "books:fields.genre", value: (book) => book.genre.name },
    ...plainColumns({ publisher }),
    { name: "books:fields.created", value: (book) => book.createdAt },
    { name: "books:fields.updated", value: (book) => book.updatedAt },
  ],
});
