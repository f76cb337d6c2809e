import { genreLimit } from "#features/genres/schema.ts";
import { mostDistinctHue } from "#features/genres/shared/hues.ts";
import { genres } from "#features/genres/table.ts";
import { csvImport } from "#resource/server/import/csv-import.ts";
import { isNamedIgnoringCase } from "#resource/server/import/names.ts";
import type { Sql } from "#server/database/connect.ts";
import { importFields } from "../import-fields.ts";
import { books } from "../table.ts";

/** Imports books, and their genres if the user wants. */
export const importBooks = csvImport({
  permission: { book: ["create"] },
  subjectType: "book",
  fields: importFields,
  columns: { title: books.title, author: books.author, genre: books.genreId, publisher: books.publisher },
  unique: { fields: ["title", "author"], problem: "books:errors.titleUsed" },
  related: [
    {
      field: "genre",
      id: genres.id,
      names: [isNamedIgnoringCase(genres.name)],
      add: { permission: { genre: ["create"] }, limit: genreLimit, insert: addGenres },
    },
  ],
  example: [
    { title: "Pride and Prejudice", author: "Jane Austen", genre: "Romance", publisher: "T. Egerton" },
    { title: "موسم الهجرة إلى الشمال", author: "الطيب صالح", genre: "Literary fiction" },
  ],
});

async function addGenres(transaction: Sql, names: string[]): Promise<void> {
  const existing = await transaction.select({ hue: genres.hue }).from(genres).limit(genreLimit);
  const hues = existing.map(({ hue }) => hue);
  const added = names.map((name) => {
    const hue = mostDistinctHue(hues);
    hues.push(hue);
    return { name, hue };
  });
  await transaction.insert(genres).values(added);
}
