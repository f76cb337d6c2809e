import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { versionedRefSchema } from "#rpc/versioned-ref.ts";
import { genreWithCountSchema, genreInputSchema, genreLimit, versionedGenreSchema } from "./schema.ts";

const tags = ["Genres"];

const notFound = { NOT_FOUND: { status: 404, message: "There is no such genre." } };

/** `fields` names the fields that the error is about. */
const duplicate = {
  DUPLICATE_GENRE: {
    status: 409,
    message: "Genre already exists.",
    data: z.object({ fields: z.array(z.literal("name")) }),
  },
};

export const genresContract = {
  list: operation({ genre: ["read"] })
    .route({ method: "GET", path: "/genres", summary: "List genres by name", tags })
    .output(z.array(genreWithCountSchema).max(genreLimit)),

  create: operation({ genre: ["create"] })
    .route({ method: "POST", path: "/genres", summary: "Add a genre", tags })
    .input(genreInputSchema)
    .output(versionedGenreSchema)
    .errors({
      ...duplicate,
      TOO_MANY_GENRES: { status: 409, message: `There are ${genreLimit} genres already.` },
    }),

  update: operation({ genre: ["update"] })
    .route({ method: "PATCH", path: "/genres/{id}", summary: "Rename or recolor a genre", tags })
    .input(genreInputSchema.partial().extend(versionedRefSchema.shape))
    .output(versionedGenreSchema)
    .errors({
      ...duplicate,
      ...notFound,
      /** Someone else saved first. `current` is the current genre. */
      VERSION_CONFLICT: {
        status: 409,
        message: "Someone else saved this genre first.",
        data: z.object({ current: versionedGenreSchema }),
      },
    }),

  delete: operation({ genre: ["delete"] })
    .route({ method: "DELETE", path: "/genres/{id}", summary: "Delete a genre that no book has", tags })
    .input(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      GENRE_IN_USE: {
        status: 409,
        message: "Books have this genre.",
        data: z.object({ books: z.int().positive() }),
      },
    }),
};
