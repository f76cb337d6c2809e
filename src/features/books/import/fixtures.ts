import { z } from "zod";
import type { ImportFields } from "#resource/csv/import-schema.ts";
import type { ImportFile } from "#resource/ui/import/import-file.ts";

/** For tests and stories. */
export const importFields = {
  title: { name: "books:fields.title", required: true, schema: z.string() },
  author: { name: "books:fields.author", required: true, schema: z.string() },
  genre: { name: "books:fields.genre", required: true, schema: z.string() },
  publisher: { name: "books:fields.publisher", schema: z.string() },
} satisfies ImportFields;

/** A file with a column that is no field. */
export const importFile: ImportFile = {
  file: new File(["a"], "books.csv"),
  delimiter: "semicolon",
  encoding: "utf-8",
  guess: { encoding: "utf-8", isCertain: true },
  chosen: {},
  firstRow: 1,
  hasHeader: true,
  starts: [
    { row: 1, text: "Nr, Name, By, Kind, By whom" },
    { row: 2, text: "1, Emma, Jane Austen, Classic, T. Egerton" },
    { row: 3, text: "2, موسم الهجرة إلى الشمال, الطيب صالح, Classic" },
  ],
  rows: [
    ["Nr", "Name", "By", "Kind", "By whom"],
    ["1", "Emma", "Jane Austen", "Classic", "T. Egerton"],
    ["2", "موسم الهجرة إلى الشمال", "الطيب صالح", "Classic", ""],
  ],
  columns: { title: 1, author: 2, genre: 3, publisher: 4 },
};
