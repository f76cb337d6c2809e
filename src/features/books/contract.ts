import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { accessTo, fieldError, recordOperations } from "#resource/contract.ts";
import { viewOperations } from "#resource/view-contract.ts";
import { carouselLimit } from "./limits.ts";
import {
  bookInputSchema,
  bookListQuerySchema,
  bookSchema,
  booksByGenreSchema,
  relatedBooksSchema,
  suggestionQuerySchema,
  suggestionLimit,
} from "./schema.ts";

const writeErrors = {
  DUPLICATE_BOOK: fieldError("Title already used with the same author.", "title", "author"),
  GENRE_NOT_FOUND: fieldError("There is no such genre.", "genreId"),
  COVER_NOT_FOUND: fieldError("There is no such cover, or it was uploaded more than a day ago.", "coverId"), // optional: images
};

const tags = ["books:title"];

export const booksContract = {
  ...recordOperations({
    path: "/books",
    tags,
    access: accessTo("book"),
    record: bookSchema,
    query: bookListQuerySchema,
    input: bookInputSchema,
    errors: writeErrors,
  }),

  views: viewOperations({ book: ["read"] }, { path: "/books", tags }), // optional: views

  latest: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/latest", tags })
    .output(z.array(bookSchema).max(carouselLimit)),

  // optional: dashboard
  byGenre: operation({ book: ["read"], genre: ["read"] })
    .route({ method: "GET", path: "/books/by-genre", tags })
    .output(booksByGenreSchema),

  // end: dashboard
  byId: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/by-id", tags })
    .input(z.object({ ids: z.array(z.guid()).max(carouselLimit) }))
    .output(z.array(bookSchema).max(carouselLimit)),

  related: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/{id}/related", tags })
    .input(z.object({ id: z.string().max(100) }))
    .output(relatedBooksSchema),

  suggest: operation({ book: ["read"] })
    .route({ method: "GET", path: "/books/names", tags })
    .input(suggestionQuerySchema)
    .output(z.array(z.string()).max(suggestionLimit)),
};
