import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import {
  createRecord,
  deleteRecord,
  deleteRecords,
  getRecord,
  listRecords,
  restoreRecords,
  updateRecord,
} from "#resource/contract.ts";
import {
  bookInputSchema,
  bookListQuerySchema,
  bookSchema,
  latestBooksLimit,
  suggestionQuerySchema,
  suggestionLimit,
} from "./schema.ts";

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

const records = { path: "/books", tags: ["Books"], record: bookSchema } as const;

export const booksContract = {
  list: listRecords({ book: ["read"] }, records, "List, search and sort books", bookListQuerySchema),

  latest: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/latest", summary: "List the books added last", tags: records.tags })
    .output(z.array(bookSchema).max(latestBooksLimit)),

  suggest: operation({ book: ["read"] })
    .route({
      method: "GET",
      path: "/books/names",
      summary: "Find authors and publishers of books",
      tags: records.tags,
    })
    .input(suggestionQuerySchema)
    .output(z.array(z.string()).max(suggestionLimit)),

  get: getRecord({ book: ["read"] }, records, "Get a book"),
  create: createRecord({ book: ["create"] }, records, "Add a book", bookInputSchema).errors(writeErrors),
  update: updateRecord({ book: ["update"] }, records, "Update a book", bookInputSchema).errors(writeErrors),
  delete: deleteRecord({ book: ["delete"] }, records, "Delete a book"),
  deleteMany: deleteRecords({ book: ["delete"] }, records, "Delete several books together"),
  restore: restoreRecords({ book: ["delete"] }, records, "Undo deletions of books").errors(writeErrors),
};
