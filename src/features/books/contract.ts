import { z } from "zod";
import { listErrors } from "#resource/contract.ts";
import { cursorSchema } from "#resource/schema.ts";
import { operation } from "#rpc/operation.ts";
import { versionedRefSchema } from "#rpc/versioned-ref.ts";
import {
  bulkDeleteInputSchema,
  bulkDeletionSchema,
  bookInputSchema,
  bookListQuerySchema,
  bookPageSchema,
  bookSchema,
  latestBooksLimit,
  suggestionQuerySchema,
  suggestionLimit,
} from "./schema.ts";

const tags = ["Books"];

/** `fields` names the fields that an error is about. */
export const writeErrors = {
  DUPLICATE_BOOK: {
    status: 409,
    message: "Title already used with the same author.",
    data: z.object({ fields: z.array(z.enum(["title", "author"])) }),
  },
  GENRE_NOT_FOUND: {
    status: 409,
    message: "There is no such genre.",
    data: z.object({ fields: z.array(z.literal("genreId")) }),
  },
  COVER_NOT_FOUND: {
    status: 409,
    message: "There is no such cover, or it was uploaded more than a day ago.",
    data: z.object({ fields: z.array(z.literal("coverId")) }),
  },
};

const notFound = { NOT_FOUND: { status: 404, message: "There is no such book." } };

/** Someone else saved first. `current` is the current book. */
const versionConflict = {
  VERSION_CONFLICT: {
    status: 409,
    message: "Someone else saved this book first.",
    data: z.object({ current: bookSchema }),
  },
};

export const booksContract = {
  list: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books", summary: "List, search and sort books", tags })
    .input(bookListQuerySchema.extend({ after: cursorSchema.optional() }))
    .output(bookPageSchema)
    .errors(listErrors),

  latest: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/latest", summary: "List the books added last", tags })
    .output(z.array(bookSchema).max(latestBooksLimit)),

  suggest: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/names", summary: "Find authors and publishers of books", tags })
    .input(suggestionQuerySchema)
    .output(z.array(z.string()).max(suggestionLimit)),

  get: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/{id}", summary: "Get a book", tags })
    .input(z.object({ id: z.string().max(100) }))
    .output(bookSchema)
    .errors(notFound),

  create: operation({ book: ["create"] })
    .route({ method: "POST", path: "/books", summary: "Add a book", tags })
    .input(bookInputSchema)
    .output(bookSchema)
    .errors(writeErrors),

  update: operation({ book: ["update"] })
    .route({ method: "PUT", path: "/books/{id}", summary: "Update a book", tags })
    .input(bookInputSchema.extend(versionedRefSchema.shape))
    .output(bookSchema)
    .errors({ ...writeErrors, ...notFound, ...versionConflict }),

  delete: operation({ book: ["delete"] })
    .route({ method: "DELETE", path: "/books/{id}", summary: "Delete a book", tags })
    .input(versionedRefSchema)
    .errors({ ...notFound, ...versionConflict }),

  deleteMany: operation({ book: ["delete"] })
    .route({ method: "POST", path: "/books/deletions", summary: "Delete several books together", tags })
    .input(bulkDeleteInputSchema)
    .output(bulkDeletionSchema),
};
