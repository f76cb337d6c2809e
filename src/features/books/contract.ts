import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { bookCursorSchema, bookPageSchema, bookSchema, latestBooks } from "./schema.ts";

export const booksContract = {
  list: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books", summary: "List books by title", tags: ["Books"] })
    .input(z.object({ after: bookCursorSchema.optional() }))
    .output(bookPageSchema)
    .errors({ BAD_CURSOR: { status: 400, message: "This position is not in the list." } }),

  latest: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/latest", summary: "List the books added last", tags: ["Books"] })
    .output(z.array(bookSchema).max(latestBooks)),

  get: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/{id}", summary: "Get a book", tags: ["Books"] })
    .input(z.object({ id: z.string().max(100) }))
    .output(bookSchema)
    .errors({ NOT_FOUND: { status: 404, message: "There is no such book." } }),
};
