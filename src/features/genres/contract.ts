import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { createRecord, deleteRecord, fieldError, restoreRecords, updateRecord } from "#resource/contract.ts";
import { genreWithCountSchema, genreInputSchema, genreLimit, versionedGenreSchema } from "./schema.ts";

const writeErrors = { DUPLICATE_GENRE: fieldError("Genre already exists.", "name") };

const records = { path: "/genres", tags: ["Genres"], record: versionedGenreSchema } as const;

export const genresContract = {
  list: operation({ genre: ["read"] })
    .route({ method: "GET", path: "/genres", summary: "List genres by name", tags: records.tags })
    .output(z.array(genreWithCountSchema).max(genreLimit)),

  create: createRecord({ genre: ["create"] }, records, "Add a genre", genreInputSchema).errors({
    ...writeErrors,
    TOO_MANY_GENRES: { status: 409, message: `There are ${genreLimit} genres already.` },
  }),

  update: updateRecord(
    { genre: ["update"] },
    records,
    "Rename or recolor a genre",
    genreInputSchema.partial(),
    "PATCH",
  ).errors(writeErrors),

  delete: deleteRecord({ genre: ["delete"] }, records, "Delete a genre that no book has").errors({
    GENRE_IN_USE: {
      status: 409,
      message: "Books have this genre.",
      data: z.object({ books: z.int().positive() }),
    },
  }),

  restore: restoreRecords({ genre: ["delete"] }, records, "Undo deletions of genres").errors(writeErrors),
};
