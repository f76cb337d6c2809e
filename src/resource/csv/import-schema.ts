import { z } from "zod";
import type { TextKey } from "#i18n/text-key.ts";
import type { CellValue } from "../cell-value.ts";
import { encodings } from "./encodings.ts";
import { delimiterNames, otherDelimiter } from "./format.ts";

/** A field of a record that a column of a file can contain. */
export type ImportField = {
  /** The key of its name, which exports use as the column's heading. */
  name: TextKey;
  /** The key of other names that columns have, separated by "|". */
  otherNames?: TextKey;
  /** Whether the file needs a column and a value for it. */
  required?: boolean;
  /** The value of a cell in exports, if it isn't the field's. */
  written?: (value: CellValue) => CellValue;
  /** Converts the text of a cell; `undefined` for a blank one. */
  schema: z.ZodType<string | number | boolean | null | undefined>;
};

export type ImportFields = Readonly<Record<string, ImportField>>;

/** The largest file that is imported: bytes, and rows without the header. */
export const importLimits = { bytes: 50_000_000, rows: 100_000 };

/** How many bytes and rows of a file a preview reads, how much of them it returns, and in how many rows tables can start. */
export const previewLimits = {
  bytes: 64 * 1024,
  readRows: 1_000,
  rows: 6,
  columns: 100,
  cell: 100,
  starts: 30,
};

/** How many problems, and how many missing values of a field, a result lists. */
export const maxReportedProblems = 10_000;
export const maxReportedMissing = 50;

/** How the text of a file is read, the same in its preview and its import. */
const reading = {
  /** Guessed by default. */
  encoding: z.enum([...encodings, "binary"]).optional(),
  delimiter: z.union([z.enum(delimiterNames), z.string().regex(otherDelimiter)]),
  /** The first row of the table, which is its header if it has one. Blank rows are skipped. */
  firstRow: z.coerce.number().int().min(1).max(previewLimits.readRows),
};

const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] });

/** The index of each field's column. */
export type ColumnMapping = Readonly<Record<string, number>>;

/** Written as "title:0,author:2". */
const columnMapping = z
  .string()
  .regex(/^\w+:\d{1,4}(?:,\w+:\d{1,4})*$/)
  .transform((text): ColumnMapping => {
    const columns = text.split(",").map((part) => part.split(":"));
    return Object.fromEntries(columns.map(([field = "", index]) => [field, Number(index)]));
  });

const importOptionsSchema = z.object({
  ...reading,
  mode: z.enum(["check", "write"]),
  columns: columnMapping,
  firstRow: reading.firstRow.default(1),
  hasHeader: flag,
  /** Whether missing values of related fields are added, if they can be. */
  adds: flag,
});

/** How a file is imported. */
export type ImportOptions = z.infer<typeof importOptionsSchema>;

const previewOptionsSchema = z.object({
  mode: z.literal("columns"),
  encoding: reading.encoding,
  delimiter: reading.delimiter.optional(),
  firstRow: reading.firstRow.optional(),
});

/** What is not to be detected in a preview. */
export type PreviewOptions = z.infer<typeof previewOptionsSchema>;

/** The query parameters of an upload. */
export function importQuerySchema(fields: ImportFields) {
  return z
    .discriminatedUnion("mode", [previewOptionsSchema, importOptionsSchema])
    .refine((query) => query.mode === "columns" || columnProblem(query.columns, fields) === undefined, {
      path: ["columns"],
      message: "Each required field needs a column, and each field one of its own.",
    });
}

/** Why a file can't be read with these columns. */
export function columnProblem(
  columns: ColumnMapping,
  fields: ImportFields,
): "twice" | "missing" | "unknown" | undefined {
  const indexes = Object.values(columns);
  if (new Set(indexes).size < indexes.length) return "twice";
  if (Object.keys(columns).some((field) => !Object.hasOwn(fields, field))) return "unknown";
  const isMissing = Object.entries(fields).some(
    ([field, { required }]) => required && columns[field] === undefined,
  );
  return isMissing ? "missing" : undefined;
}

/** The first rows of a file's table, and which columns its fields seem to be in. */
export const filePreviewSchema = z.object({
  delimiter: reading.delimiter,
  encoding: z.enum([...encodings, "binary"]),
  firstRow: z.int().positive(),
  hasHeader: z.boolean(),
  /** Rows in which the table can start. */
  starts: z.array(z.object({ row: z.int().positive(), text: z.string() })),
  rows: z.array(z.array(z.string())),
  columns: z.record(z.string(), z.int().min(0)),
});

export type FilePreview = z.infer<typeof filePreviewSchema>;

/** In the order in which the screen lists them. */
export const problemKinds = ["file", "cells", "blank", "invalid", "repeated", "exists", "unknown"] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** Why a row can't be imported. `text` is a text key with its numbers as query parameters. */
export const importProblemSchema = z.object({
  /** The number that a spreadsheet shows. */
  row: z.int().positive(),
  kind: z.enum(problemKinds),
  field: z.string().nullable(),
  value: z.string(),
  text: z.string(),
});

export type ImportProblem = z.infer<typeof importProblemSchema>;

/** Values of a field that refers to other records, for which there are none. */
const missingValuesSchema = z.object({
  field: z.string(),
  count: z.int().positive(),
  /** Whether this user can let the import add them. */
  canAdd: z.boolean(),
  /** Most frequent first. */
  names: z.array(z.object({ name: z.string(), rows: z.int().positive() })).max(maxReportedMissing),
});

export type MissingValues = z.infer<typeof missingValuesSchema>;

export const importResultSchema = z.object({
  /** The number of rows of the file without its header, with and without problems. */
  rows: z.int().min(0),
  isWritten: z.boolean(),
  encoding: z.string(),
  /** The first ones, by row. */
  problems: z.array(importProblemSchema).max(maxReportedProblems),
  /** The number of all problems, and of each kind. */
  total: z.int().min(0),
  counts: z.partialRecord(z.enum(problemKinds), z.int().positive()),
  missing: z.array(missingValuesSchema),
});

export type ImportResult = z.infer<typeof importResultSchema>;

/** `done` is the completed share of the step, from 0 to 1. */
export const importProgressSchema = z.object({
  step: z.enum(["reading", "comparing", "writing"]),
  done: z.number().min(0).max(1),
  rows: z.int().min(0),
});

export type ImportProgress = z.infer<typeof importProgressSchema>;

/** A line of the response: progress, and at the end the result or a failure. */
export const importMessageSchema = z.union([
  z.object({ progress: importProgressSchema }),
  z.object({ result: importResultSchema }),
  /** `text` is a text key; `reference` is in the log. */
  z.object({
    failure: z.object({ code: z.string(), text: z.string().optional(), reference: z.string().optional() }),
  }),
]);

export type ImportMessage = z.infer<typeof importMessageSchema>;
