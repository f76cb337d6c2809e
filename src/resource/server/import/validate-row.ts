import { z } from "zod";
import { inputProblemOf, problemMessage } from "#lib/input-issue.ts";
import type { ColumnMapping, ImportFields, ImportProblem } from "../../csv/import-schema.ts";
import type { CsvRow } from "../csv/read-rows.ts";
import { textWithNumbers } from "./problem-collector.ts";

/** The values of a row as texts; null for a value that is blank or invalid. */
export type ImportRow = { row: number; values: Record<string, string | null> };

/** As `safeParse` of a schema, without an Error and its stack for each invalid cell. */
const parseCell = z.core._safeParse(z.core.$ZodError);

/** The problem that some bytes of a row, used or not, don't fit the file's encoding. */
export function unreadableCell({ number, cells }: CsvRow, columns: ColumnMapping): ImportProblem | undefined {
  const index = cells.findIndex((cell) => !cell.isWellFormed());
  if (index < 0) return undefined;
  const field = Object.keys(columns).find((name) => columns[name] === index) ?? null;
  const text = "resourceImport:problems.unreadable";
  return { row: number, kind: "invalid", field, value: cells[index] ?? "", text };
}

/** Validates a row. If it has more than `width` cells, its values may be in the wrong columns. */
export function validateRow(
  { number, cells }: CsvRow,
  fields: ImportFields,
  columns: ColumnMapping,
  width: number,
): { row?: ImportRow; problems: ImportProblem[] } {
  if (cells.slice(width).some((cell) => cell.trim() !== "")) {
    const text = textWithNumbers("resourceImport:problems.cells", { count: cells.length, width });
    return { problems: [{ row: number, kind: "cells", field: null, value: cells.join(" | "), text }] };
  }
  const row: ImportRow = { row: number, values: {} };
  const problems: ImportProblem[] = [];
  for (const [name, { schema }] of Object.entries(fields)) {
    const cell = cells[columns[name] ?? -1] ?? "";
    const isBlank = cell.trim() === "";
    const { data, error } = parseCell(schema, isBlank ? undefined : cell, {
      error: (issue) => problemMessage(inputProblemOf(issue, issue.input)),
    });
    row.values[name] = data === undefined || data === null ? null : String(data);
    if (error) {
      const text = error.issues[0]?.message ?? "common:errors.invalid";
      problems.push({ row: number, kind: isBlank ? "blank" : "invalid", field: name, value: cell, text });
    }
  }
  return { row, problems };
}
