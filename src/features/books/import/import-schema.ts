import { z } from "zod";
import { delimiterNames } from "../csv/delimiters.ts";

/** The largest file that is imported: bytes, and rows below its header. */
export const importLimits = { bytes: 50_000_000, rows: 100_000 };

/** How much of a file tells its columns, in bytes, and what is shown of it. */
export const previewLimits = { bytes: 64 * 1024, rows: 6, columns: 100, cell: 100 };

/** How many problems, and how many missing genres, an answer names. */
export const maxReportedProblems = 10_000;
export const maxReportedGenres = 50;

/** What of a book a column may be. */
export const importFields = ["title", "author", "genre", "publisher"] as const;

export type ImportField = (typeof importFields)[number];

const delimiter = z.enum(delimiterNames);
const flag = z.stringbool({ truthy: ["true"], falsy: ["false"] });
/** A column's place among the others, from 0, as it stands in an address. */
const column = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number);

/** Which column is what: a book without a publisher is whole. */
export type ColumnMapping = { title: number; author: number; genre: number; publisher?: number | undefined };

const importOptionsSchema = z.object({
  title: column,
  author: column,
  genre: column,
  publisher: column.optional(),
  delimiter,
  hasHeader: flag,
  /** Whether genres that are missing are added as well. */
  addsGenres: flag,
});

/** By what a write can be cancelled: its page makes it up. */
export const importIdSchema = z.string().regex(/^[\da-f]{32}$/);

/** What is to be done with a file, in the query of its address. */
export const importQuerySchema = z
  .discriminatedUnion("mode", [
    z.object({ mode: z.literal("columns"), delimiter: delimiter.optional(), isCut: flag }),
    importOptionsSchema.extend({ mode: z.literal("check") }),
    importOptionsSchema.extend({ mode: z.literal("write"), id: importIdSchema.optional() }),
  ])
  .refine((query) => query.mode === "columns" || hasDistinctColumns(query), {
    message: "Each field needs a column of its own.",
  });

export type ImportQuery = z.infer<typeof importQuerySchema>;

/** How the books in a file are read. */
export type ImportOptions = z.infer<typeof importOptionsSchema>;

export function hasDistinctColumns({ title, author, genre, publisher }: Partial<ColumnMapping>): boolean {
  const chosen = [title, author, genre, publisher].filter((place) => place !== undefined);
  return new Set(chosen).size === chosen.length;
}

/** What the previewLimits of a file tells: its first rows, and a guess at what its columns are. */
export const filePreviewSchema = z.object({
  delimiter,
  encoding: z.string(),
  hasHeader: z.boolean(),
  rows: z.array(z.array(z.string())),
  columns: z.partialRecord(z.enum(importFields), z.int().min(0)),
});

export type FilePreview = z.infer<typeof filePreviewSchema>;

/** In the order in which they are counted for people. */
export const problemKinds = ["file", "cells", "blank", "invalid", "repeated", "exists", "genre"] as const;

export type ProblemKind = (typeof problemKinds)[number];

/** Why a row can't be imported: `text` is a key of texts, with its numbers as in a query. */
export const importProblemSchema = z.object({
  /** As a spreadsheet shows it. */
  row: z.int().positive(),
  kind: z.enum(problemKinds),
  field: z.enum(importFields).nullable(),
  value: z.string(),
  text: z.string(),
});

export type ImportProblem = z.infer<typeof importProblemSchema>;

export const importResultSchema = z.object({
  /** Books in the file, with problems and without. */
  rows: z.int().min(0),
  isWritten: z.boolean(),
  encoding: z.string(),
  /** The first ones, by row. */
  problems: z.array(importProblemSchema).max(maxReportedProblems),
  /** How many problems there are in all, and how many of each kind. */
  total: z.int().min(0),
  counts: z.partialRecord(z.enum(problemKinds), z.int().positive()),
  /** Genres that the file names and that there are not, the most frequent first. */
  missingGenres: z.object({
    count: z.int().min(0),
    names: z.array(z.object({ name: z.string(), rows: z.int().positive() })).max(maxReportedGenres),
  }),
});

export type ImportResult = z.infer<typeof importResultSchema>;

/** What came of cancelling an import: how many books it had added all the same. */
export const importCancelSchema = z.object({ added: z.int().min(0) });

/** How far an import has come: `done` of its step, from 0 to 1. */
export const importProgressSchema = z.object({
  step: z.enum(["reading", "comparing", "writing"]),
  done: z.number().min(0).max(1),
  rows: z.int().min(0),
});

export type ImportProgress = z.infer<typeof importProgressSchema>;

/** A line of the answer: many of progress, and one of what came of it. */
export const importMessageSchema = z.union([
  z.object({ progress: importProgressSchema }),
  z.object({ result: importResultSchema }),
  /** `text` is a key of texts; `reference` stands in the log. UNSURE where nobody knows whether the books were kept. */
  z.object({
    failure: z.object({ code: z.string(), text: z.string().optional(), reference: z.string().optional() }),
  }),
]);

export type ImportMessage = z.infer<typeof importMessageSchema>;
