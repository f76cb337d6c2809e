import { z } from "zod";
import type { ImportFields } from "../../csv/import-fields.ts";
import type { ImportFile } from "./use-import.ts";

/** Fields of each kind, for tests and stories. */
export const importFields = {
  title: { name: "books:fields.title", required: true, schema: z.string() },
  author: { name: "books:fields.author", required: true, schema: z.string() },
  genre: { name: "books:fields.genre", required: true, schema: z.string() },
  addedOn: { name: "books:fields.created", kind: "day", schema: z.string() },
} satisfies ImportFields;

/** A file with a column that is no field. */
export const importFile: ImportFile = {
  file: new File(["a"], "books.csv"),
  delimiter: "semicolon",
  dayOrder: "dayFirst",
  encoding: "utf-8",
  hasHeader: true,
  rows: [
    ["Nr", "Name", "By", "Kind", "Day"],
    ["1", "Emma", "Jane Austen", "Classic", "03/04/2026"],
    ["2", "موسم الهجرة إلى الشمال", "الطيب صالح", "Classic", ""],
  ],
  columns: { title: 1, author: 2, genre: 3, addedOn: 4 },
};
