import { z } from "zod";
import { operation } from "#rpc/operation.ts";
import { fieldError, recordOperations } from "#resource/contract.ts";
import {
  genreUsesSchema,
  genreWithUsesSchema,
  genreInputSchema,
  genreLimit,
  versionedGenreSchema,
} from "./schema.ts";

const tags = ["genres:title"];
const read = { permission: { genre: ["read"] } } as const;

const operations = recordOperations({
  path: "/genres",
  tags,
  access: {
    list: read,
    get: read,
    create: { permission: { genre: ["create"] } },
    update: { permission: { genre: ["update"] } },
    delete: { permission: { genre: ["delete"] } },
  },
  record: versionedGenreSchema,
  query: z.object({}),
  input: genreInputSchema,
  update: { method: "PATCH", input: genreInputSchema.partial() },
  errors: { DUPLICATE_GENRE: fieldError("Genre already exists.", "name") },
});

export const genresContract = {
  list: operation(read.permission)
    .route({ method: "GET", path: "/genres", tags })
    .output(z.array(genreWithUsesSchema).max(genreLimit)),

  create: operations.create.errors({
    TOO_MANY_GENRES: { status: 409, message: `There are ${genreLimit} genres already.` },
  }),

  update: operations.update,

  delete: operations.delete.errors({
    GENRE_IN_USE: {
      status: 409,
      message: "Records have this genre.",
      data: z.object({ uses: genreUsesSchema }),
    },
  }),

  restore: operations.restore,
};
