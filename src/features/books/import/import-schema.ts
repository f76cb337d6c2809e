import { z } from "zod";
import { delimiterNames } from "#resource/csv/format.ts";

/** The largest file that is imported: bytes, and rows without the header. */
export const importLimits = { bytes: 50_000_000, rows: 100_000 };

/** How many bytes of a file a preview reads, and how much of them it returns. */
export const previewLimits = { bytes: 64 * 1024, rows: 6, columns: 100, cell: 100 };

/** How many problems and how many missing genres a result lists. */
export const maxReportedProblems = 10_000;
export const maxReportedGenres = 50;

/** The fields of a book that a column can contain. */
export const importFields = ["title", "author", "genre", "publisher"] as const;

export type ImportField = (typeof importFields)[number];

const delimiter = z.enum(delimiterNames);
const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] });
/** A column's index, as a query parameter. */
const column = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number);

/** The index of each field's column. */
export type ColumnMapping = { title: number; author: number; genre: number; publisher?: number | undefined };

const importOptionsSchema = z.object({
  title: column,
  author: column,
  genre: column,
  publisher: column.optional(),
  delimiter,
  hasHeader: flag,
  /** Whether missing genres are added. */
  addsGenres: flag,
});

/** How a file is imported. */
export type ImportOptions = z.infer<typeof importOptionsSchema>;

/** Identifies a write that the client wants to cancel. The client generates it. */
export const importIdSchema = z.string().regex(/^[\da-f]{32}$/);

/** The query parameters of an upload. */
export const importQuerySchema = z
  .discriminatedUnion("mode", [
    z.object({ mode: z.literal("columns"), delimiter: delimiter.optional(), isTruncated: flag }),
    importOptionsSchema.extend({ mode: z.literal("check") }),
    importOptionsSchema.extend({ mode: z.literal("write"), id: importIdSchema.optional() }),
  ])
  .refine((query) => query.mode === "columns" || hasDistinctColumns(query), {
    message: "Each field needs a column of its own.",
  });

export type ImportQuery = z.infer<typeof importQuerySchema>;

export function hasDistinctColumns({ title, author, genre, publisher }: Partial<ColumnMapping>): boolean {
  const indexes = [title, author, genre, publisher].filter((index) => index !== undefined);
  return new Set(indexes).size === indexes.length;
}

/** The first rows of a file, and which columns its fields seem to be in. */
export const filePreviewSchema = z.object({
  delimiter,
  encoding: z.string(),
  hasHeader: z.boolean(),
  rows: z.array(z.array(z.string())),
  columns: z.partialRecord(z.enum(importFields), z.int().min(0)),
});

export type FilePreview = z.infer<typeof filePreviewSchema>;

/** In the order in which the screen lists them. */
export const problemKinds = ["file", "cells", "blank", "invalid", "repeated", "exists", "genre"] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** Why a row can't be imported. `text` is a text key with its numbers as query parameters. */
export const importProblemSchema = z.object({
  /** The number that a spreadsheet shows. */
  row: z.int().positive(),
  kind: z.enum(problemKinds),
  field: z.enum(importFields).nullable(),
  value: z.string(),
  text: z.string(),
});

export type ImportProblem = z.infer<typeof importProblemSchema>;

export const importResultSchema = z.object({
  /** The number of books in the file, with and without problems. */
  rows: z.int().min(0),
  isWritten: z.boolean(),
  encoding: z.string(),
  /** The first ones, by row. */
  problems: z.array(importProblemSchema).max(maxReportedProblems),
  /** The number of all problems, and of each kind. */
  total: z.int().min(0),
  counts: z.partialRecord(z.enum(problemKinds), z.int().positive()),
  /** Genres in the file that don't exist, most frequent first. */
  missingGenres: z.object({
    count: z.int().min(0),
    names: z.array(z.object({ name: z.string(), rows: z.int().positive() })).max(maxReportedGenres),
  }),
});

export type ImportResult = z.infer<typeof importResultSchema>;

/** The result of canceling a write: the number of books that were added anyway. */
export const importCancelSchema = z.object({ added: z.int().min(0) });

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
  /** `text` is a text key; `reference` is in the log. UNSURE if the books may have been committed. */
  z.object({
    failure: z.object({ code: z.string(), text: z.string().optional(), reference: z.string().optional() }),
  }),
]);

export type ImportMessage = z.infer<typeof importMessageSchema>;
