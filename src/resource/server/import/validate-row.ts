import { inputProblemOf, problemMessage } from "#lib/input-issue.ts";
import { cellParsers, type CellFormat } from "../../csv/cells.ts";
import type { ImportField, ImportFields } from "../../csv/import-fields.ts";
import type { ColumnMapping, ImportProblem } from "../../csv/import-schema.ts";
import type { CsvRow } from "../csv/read-rows.ts";
import { textWithNumbers } from "./problem-collector.ts";

/** The values of a row; null for a value that is blank or invalid. */
export type ImportRow = { row: number; values: Record<string, string | number | boolean | null> };

const invalidTexts = {
  day: "resourceImport:problems.day",
  yesNo: "resourceImport:problems.yesNo",
  number: "resourceImport:problems.number",
} as const;

/** Validates a row. If it has more than `width` cells, its values may be in the wrong columns. */
export function validateRow(
  { number, cells }: CsvRow,
  fields: ImportFields,
  { columns, width, ...format }: CellFormat & { columns: ColumnMapping; width: number },
): { row?: ImportRow; problems: ImportProblem[] } {
  if (cells.slice(width).some((cell) => cell.trim() !== "")) {
    const text = textWithNumbers("resourceImport:problems.cells", { count: cells.length, width });
    return { problems: [{ row: number, kind: "cells", field: null, value: cells.join(" | "), text }] };
  }
  const row: ImportRow = { row: number, values: {} };
  const problems: ImportProblem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const cell = cells[columns[name] ?? -1] ?? "";
    const { value, problem } = readCell(field, cell, format);
    row.values[name] = value ?? null;
    const kind = cell.trim() === "" ? "blank" : "invalid";
    if (problem) problems.push({ row: number, kind, field: name, value: cell, text: problem });
  }
  return { row, problems };
}

/** The value of a cell, or the text key of its problem. */
function readCell({ kind = "text", schema }: ImportField, cell: string, format: CellFormat) {
  const isBlank = cell.trim() === "";
  const parsed = isBlank ? undefined : kind === "text" ? cell : cellParsers[kind](cell, format);
  if (kind !== "text" && !isBlank && parsed === undefined) return { problem: invalidTexts[kind] };
  const { data, error } = schema.safeParse(parsed, {
    error: (issue) => problemMessage(inputProblemOf(issue, issue.input)),
  });
  return error ? { problem: error.issues[0]?.message ?? "common:errors.invalid" } : { value: data };
}
