import { genreInputSchema } from "#features/genres/schema.ts";
import type { ImportFields } from "#resource/csv/import-schema.ts";
import { bookInputSchema } from "./schema.ts";

/** The fields of a book that a column of a CSV file can contain. */
export const importFields = {
  title: {
    name: "books:fields.title",
    otherNames: "books:columnNames.title",
    schema: bookInputSchema.shape.title,
    required: true,
  },
  author: {
    name: "books:fields.author",
    otherNames: "books:columnNames.author",
    schema: bookInputSchema.shape.author,
    required: true,
  },
  genre: {
    name: "books:fields.genre",
    otherNames: "books:columnNames.genre",
    schema: genreInputSchema.shape.name,
    required: true,
  },
  publisher: {
    name: "books:fields.publisher",
    otherNames: "books:columnNames.publisher",
    schema: bookInputSchema.shape.publisher,
  },
} as const satisfies ImportFields;
