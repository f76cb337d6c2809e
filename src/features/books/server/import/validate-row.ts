import type { z } from "zod";
import { genreInputSchema } from "#features/genres/schema.ts";
import type { CsvRow } from "../csv/read-rows.ts";
import { bookInputSchema } from "#features/books/schema.ts";
import {
  importFields,
  type ColumnMapping,
  type ImportField,
  type ImportProblem,
} from "#features/books/import/import-schema.ts";

/** What a row says of a book; null where it can't be used. */
export type ImportRow = { row: number } & Record<ImportField, string | null>;

/** The rules of books themselves; a genre is named, by the rules of genres. */
const rules: Record<ImportField, z.ZodType<string | null>> = {
  title: bookInputSchema.shape.title,
  author: bookInputSchema.shape.author,
  genre: genreInputSchema.shape.name,
  publisher: bookInputSchema.shape.publisher,
};

/** How much of a value is shown beside what is wrong with it, in characters. */
const shownOfValue = 200;

/**
 * A row of a file as a book, and what is wrong with it.
 * @param width how many cells the first row has: more would be texts that stand in the wrong columns
 */
export function validateRow(
  { number, cells }: CsvRow,
  columns: ColumnMapping,
  width: number,
): { row?: ImportRow; problems: ImportProblem[] } {
  if (cells.slice(width).some((cell) => cell.trim() !== "")) {
    const text = textWithNumbers("booksImport:problems.cells", { count: cells.length, width });
    return { problems: [createProblem(number, "cells", null, cells.join(" | "), text)] };
  }
  const row: ImportRow = { row: number, title: null, author: null, genre: null, publisher: null };
  const problems: ImportProblem[] = [];
  for (const field of importFields) {
    const place = columns[field];
    if (place === undefined) continue;
    const value = cells[place] ?? "";
    const { data, error } = rules[field].safeParse(value);
    if (error) {
      const kind = value.trim() === "" ? "blank" : "invalid";
      problems.push(
        createProblem(number, kind, field, value, error.issues[0]?.message ?? "common:errors.invalid"),
      );
    } else row[field] = data ?? null;
  }
  return { row, problems };
}

export function createProblem(
  row: number,
  kind: ImportProblem["kind"],
  field: ImportField | null,
  value: string,
  text: string,
): ImportProblem {
  const shown = value.slice(0, 2 * shownOfValue).toWellFormed();
  return { row, kind, field, value: [...shown].slice(0, shownOfValue).join(""), text };
}

/** A key of texts with the numbers that its text needs, as in a query. */
export function textWithNumbers(key: string, numbers: Record<string, number>): string {
  const pairs = Object.entries(numbers).map(([name, number]) => `${name}=${number}`);
  return `${key}?${pairs.join("&")}`;
}
