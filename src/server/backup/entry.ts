import { z } from "zod";
import { generatedSecret } from "#server/secret.ts";
import { StartError } from "#server/start-error.ts";

/** Without control characters, because messages print it. */
const name = z.string().regex(/^\P{C}{1,200}$/u);
const digits = z.string().regex(/^-?\d{1,40}$/);

/** Increased when an older release can't restore new archives. */
export const format = 1;

/**
 * An archive has these entries, in this order, as lines of JSON, compressed with gzip and then encrypted. After a "table"
 * come its rows: arrays of its columns' values as PostgreSQL's text, or null.
 */
const entrySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start"),
    format: z.int(),
    createdAt: z.iso.datetime(),
    migrations: z.array(z.object({ name, hash: name })),
  }),
  /** Only in encrypted archives. */
  z.object({ kind: z.literal("secret"), secret: z.string().regex(generatedSecret) }),
  z.object({
    kind: z.literal("table"),
    name,
    columns: z.array(name),
    /** How many rows it has, and a checksum of them in any order; both as text, because they may exceed 2⁵³. */
    content: z.object({ rows: z.string().regex(/^\d{1,18}$/), checksum: digits }),
  }),
  z.object({ kind: z.literal("sequence"), name, lastValue: digits, isCalled: z.boolean() }),
  /** Files of an image. `content` is in base64. A product without images doesn't restore them. */
  z.object({
    kind: z.literal("files"),
    files: z.array(z.object({ name, sha256: z.string(), content: z.string() })),
  }),
  /** Without it, the archive is incomplete. */
  z.object({ kind: z.literal("end") }),
]);

export type Entry = z.infer<typeof entrySchema>;
export type AppliedMigration = (Entry & { kind: "start" })["migrations"][number];
export type TableContent = (Entry & { kind: "table" })["content"];

/** A row as a line of JSON, which begins with "[". */
export type Row = string;

const newerStart = z.object({ kind: z.literal("start"), format: z.int().gt(format) });

/** @throws SyntaxError if the line is no entry; StartError if the archive has a newer format */
export function parseEntry(line: string): Entry {
  const value: unknown = JSON.parse(line);
  if (newerStart.safeParse(value).success)
    throw new StartError(
      "The backup was made by a newer version of this product: restore it with that version.",
    );
  const entry = entrySchema.safeParse(value);
  if (!entry.success) throw new SyntaxError("A line is no entry of a backup");
  return entry.data;
}
