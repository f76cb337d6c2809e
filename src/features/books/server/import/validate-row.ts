import type { z } from "zod";
import { genreInputSchema } from "#features/genres/schema.ts";
import {
  importFields,
  type ColumnMapping,
  type ImportField,
  type ImportProblem,
} from "../../import/import-schema.ts";
import { bookInputSchema } from "../../schema.ts";
import type { CsvRow } from "#resource/server/csv/read-rows.ts";
import { textWithNumbers } from "./problem-collector.ts";

/** The values of a row; null for a value that is missing or invalid. */
export type ImportRow = { row: number } & Record<ImportField, string | null>;

const fieldSchemas: Record<ImportField, z.ZodType<string | null>> = {
  title: bookInputSchema.shape.title,
  author: bookInputSchema.shape.author,
  genre: genreInputSchema.shape.name,
  publisher: bookInputSchema.shape.publisher,
};

/** Validates a row as a book. If it has more than `width` cells, its values may be in the wrong columns. */
export function validateRow(
  { number, cells }: CsvRow,
  columns: ColumnMapping,
  width: number,
): { row?: ImportRow; problems: ImportProblem[] } {
  if (cells.slice(width).some((cell) => cell.trim() !== "")) {
    const text = textWithNumbers("booksImport:problems.cells", { count: cells.length, width });
    return { problems: [{ row: number, kind: "cells", field: null, value: cells.join(" | "), text }] };
  }
  const row: ImportRow = { row: number, title: null, author: null, genre: null, publisher: null };
  const problems: ImportProblem[] = [];
  for (const field of importFields) {
    const column = columns[field];
    if (column === undefined) continue;
    const value = cells[column] ?? "";
    const { data, error } = fieldSchemas[field].safeParse(value);
    if (error) {
      const kind = value.trim() === "" ? "blank" : "invalid";
      const text = error.issues[0]?.message ?? "common:errors.invalid";
      problems.push({ row: number, kind, field, value, text });
    } else row[field] = data ?? null;
  }
  return { row, problems };
}
